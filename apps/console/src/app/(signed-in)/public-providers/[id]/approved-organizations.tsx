'use client'

import { ActionIcon, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { OrganizationSelect } from '~/app/(signed-in)/organizations/organization-select'
import { graphql } from '~/data/generated'
import type { PublicProviderActionFactsFragment, PublicProvidersRule } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { useMay } from '~/shell/viewer'
import { actionsColumn, type Column } from '~/ui/lists/data-table'
import { nameColumn } from '~/ui/links'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection } from '~/ui/section'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { nameOf } from '../words'

const PublicProviderOrganizations = graphql(`
  query PublicProviderOrganizations($id: ID!, $page: PageInput!) {
    sitePublicProvider(id: $id) {
      approvedOrganizations(page: $page) {
        nodes {
          id
          name
        }
      }
    }
  }
`)

type Props = { provider: PublicProviderActionFactsFragment; rule: PublicProvidersRule }
type Row = { id: string; name: string }

const nameOfRow = nameColumn<Row>('Organization', 5, ({ name }) => paths.organization(name))

const withdrawColumn = (provider: Props['provider']): Column<Row> =>
  actionsColumn(1, (row) => <Withdraw provider={provider} organization={row.name} />)

/** Organizations that may use it although it is not approved for all, and the way to allow it to another one. */
export function ApprovedOrganizations({ provider, rule }: Props) {
  const mayWrite = useMay('PUBLIC_PROVIDERS_WRITE')
  const ask = useAsk()
  const { id } = provider
  const name = nameOf(provider)
  const list = useList(PublicProviderOrganizations, {
    noun: 'organization',
    prefix: 'allowed-',
    size: 10,
    variables: { id },
    pick: (data) => data.sitePublicProvider?.approvedOrganizations,
  })
  const approve = (organization: string) =>
    ask({
      change: change('sitePublicProviderApprove', { id, organizations: [organization] }),
      done: `${organization} may install ${name}.`,
    })
  return (
    <ListSection
      title="Allowed organizations"
      about={
        <Stack gap="xs" mt="xs">
          <Note>{aboutText(provider, rule, list.found?.totalCount)}</Note>
          {mayWrite && (
            <OrganizationSelect
              aria-label="Allow an organization"
              placeholder="Allow an organization"
              without={list.found?.nodes.map((row) => row.name) ?? []}
              onPick={approve}
            />
          )}
        </Stack>
      }
    >
      {(list.found?.totalCount ?? 1) > 0 && (
        <PagedList
          columns={[nameOfRow, mayWrite && withdrawColumn(provider)]}
          {...list}
          label="Allowed organizations"
          expected={1}
          nothing={null}
        />
      )}
    </ListSection>
  )
}

/**
 * Returns what the list means, and the number of organizations outside it that list the provider themselves.
 */
function aboutText(
  { approvedForAll, counts }: Props['provider'],
  rule: PublicProvidersRule,
  allowed?: number,
) {
  const own = counts.listedBy - (allowed ?? counts.listedBy)
  const ownText = own > 0 ? ` ${count(own, 'organization')} ${own === 1 ? 'lists' : 'list'} it.` : ''
  if (approvedForAll)
    return `It is approved for all; these stay allowed if the approval is withdrawn.${ownText}`
  if (rule === 'OPEN') return `Applies to organizations that may only use listed providers.${ownText}`
  return `These may install it, and those that list it.${ownText}`
}

function Withdraw({ provider, organization }: { provider: Props['provider']; organization: string }) {
  const ask = useAsk()
  const name = nameOf(provider)
  const withdraw = () =>
    ask({
      change: change('sitePublicProviderWithdraw', { id: provider.id, organizations: [organization] }),
      question: {
        title: `Take ${name} from ${organization}?`,
        body: `${organization} can no longer install it, unless it lists it itself, or may use every provider.`,
        confirm: `Withdraw it from ${organization}`,
        danger: true,
        reason: true,
      },
      done: `${name} is no longer allowed to ${organization}.`,
    })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={`Take ${name} from ${organization}`}
      onClick={withdraw}
    >
      <IconX size={15} />
    </ActionIcon>
  )
}
