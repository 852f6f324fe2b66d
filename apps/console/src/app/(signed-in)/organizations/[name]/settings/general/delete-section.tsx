'use client'

import { Button, List, Stack, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import { request } from '~/data/request'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { useRouter } from '~/ui/navigation'
import { Section } from '~/ui/section'
import { deleteConsequences } from '~/app/(signed-in)/organizations/consequences'

const OwnOrganizationVisibility = graphql(`
  query OwnOrganizationVisibility($name: String!) {
    organization(name: $name) {
      memberships(status: ACTIVE, page: { size: 1 }) {
        totalCount
      }
      workspaces(page: { size: 1 }) {
        totalCount
      }
      teams(page: { size: 1 }) {
        totalCount
      }
      registryModules(page: { size: 1 }) {
        totalCount
      }
      registryProviders(page: { size: 1 }) {
        totalCount
      }
    }
  }
`)

/** The end of an organization, which wants its name typed. */
export function DeleteSection({ id, name }: { id: string; name: string }) {
  const router = useRouter()
  const askFor = useAsk()

  async function ask() {
    const { organization } = await request(OwnOrganizationVisibility, { name })
    if (!organization) return
    const contents = {
      members: organization.memberships.totalCount,
      workspaces: organization.workspaces.totalCount,
      teams: organization.teams.totalCount,
      modules: organization.registryModules.totalCount,
      providers: organization.registryProviders.totalCount,
      consumersLosing: 0,
    }
    askFor({
      change: change('organizationDelete', { id }),
      question: {
        title: `Delete ${name}?`,
        body: (
          <Stack gap="xs">
            <Text size="sm">This cannot be undone:</Text>
            <List size="sm" spacing={4}>
              {deleteConsequences(contents).map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
              <List.Item>Other organizations that use its modules lose them.</List.Item>
            </List>
          </Stack>
        ),
        confirm: `Delete ${name}`,
        danger: true,
        reason: true,
        typed: name,
      },
      done: `${name} is deleted.`,
      after: () => router.replace(paths.organizations()),
    })
  }

  return (
    <Section title="Delete this organization">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">Its workspaces, teams, tokens, modules and providers are deleted too.</Text>
        <Button color="red" variant="default" c="var(--mantine-color-error)" onClick={() => void ask()}>
          Delete {name}
        </Button>
      </Stack>
    </Section>
  )
}
