'use client'

import { Button, List, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { InterfacePolicyField } from '~/app/(signed-in)/modules/interface-policy-field'
import { Entitlements } from '~/app/(signed-in)/organizations/[name]/entitlements'
import { deleteConsequences } from '~/app/(signed-in)/organizations/consequences'
import { graphql } from '~/data/generated'
import type { GeneralSettingsFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { change, useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { EditForm } from '~/shell/edit-form'
import { FactList } from '~/ui/fact-list'
import { KeptSettings } from '~/ui/kept-settings'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { toastFailure } from '~/ui/feedback/toast'
import { quotaFacts } from '~/app/(signed-in)/organizations/[name]/words'
import { type FormValues, GeneralSettingsQuery, labels, updateInputOf, validation, valuesOf } from './values'

const OwnOrganizationUpdate = graphql(`
  mutation OwnOrganizationUpdate($input: OrganizationUpdateInput!) {
    organizationUpdate(input: $input) {
      organization {
        name
      }
    }
  }
`)

/** Settings of an organization that its owners decide. */
export function GeneralSettings({ found }: { found: GeneralSettingsFactsFragment }) {
  const update = useChange(OwnOrganizationUpdate)
  return (
    <>
      <PageHeader title="General" tab={`General · Settings · ${found.name}`} />
      <EditForm
        thing="organization"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save settings"
        cancelPath={paths.organization(found.name)}
        save={async (base, values) => {
          const { organization, userErrors } = await update.mutateAsync(updateInputOf(base, values))
          if (!organization) return userErrors
          const { name } = organization
          return { done: `The settings of ${name} are saved.`, path: paths.organization(name) }
        }}
        load={async () => (await request(GeneralSettingsQuery, { name: found.name })).organization}
      >
        {(form, base) => (
          <>
            <Fields form={form} name={base.name} />
            <Section title="Modules">
              <InterfacePolicyField {...form.getInputProps('moduleInterfacePolicy')} />
            </Section>
          </>
        )}
      </EditForm>
      <Stack gap="md" mt="xl" maw="45rem">
        <Section title="Limits">
          <FactList labelWidth="7.5rem" facts={quotaFacts(found.quotas)} />
        </Section>
        <Entitlements entitlements={found.entitlements} />
        <KeptSettings settings={found.keptSettings} />
        <DeleteSection id={found.id} name={found.name} />
      </Stack>
    </>
  )
}

function Fields({ form, name }: { form: UseFormReturnType<FormValues>; name: string }) {
  const isRenamed = form.getValues().name.trim() !== name
  return (
    <Section title="Organization">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TextInput
          label="Name"
          description={
            isRenamed
              ? `Sources of modules and providers, and scripts that read, are redirected from ${name} to the new name. Scripts that write and links to the console must be updated. The old name stays reserved.`
              : '3 to 64 letters, digits, - and _.'
          }
          {...plainText}
          {...form.getInputProps('name')}
        />
        <TextInput label="E-mail for notifications" type="email" {...form.getInputProps('email')} />
        <Switch
          label="Allow user tokens"
          description="When off, user tokens cannot access this organization. The console and the tokens of teams and of the organization still work."
          {...form.getInputProps('userTokensEnabled', { type: 'checkbox' })}
        />
      </SimpleGrid>
    </Section>
  )
}

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
function DeleteSection({ id, name }: { id: string; name: string }) {
  const router = useRouter()
  const act = useAct()

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
    deletion(act, {
      name,
      change: change('organizationDelete', { id }),
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
      typed: name,
      after: () => router.replace(paths.organizations()),
    }).run()
  }

  return (
    <Section title="Delete this organization">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">Its workspaces, teams, tokens, modules and providers are deleted too.</Text>
        <Button
          color="red"
          variant="default"
          c="var(--mantine-color-error)"
          onClick={() => void ask().catch(toastFailure)}
        >
          Delete {name}
        </Button>
      </Stack>
    </Section>
  )
}
