'use client'

import { Anchor, Box, ComboboxChevron, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconShareOff } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { graphql } from '~/data/generated'
import type { SharedWithFragment, SharingRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { openDialog } from '~/ui/dialogs/dialogs'
import { RowMenu } from '~/ui/lists/row-menu'
import type { Column } from '~/ui/lists/data-table'
import { SharingDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { Link } from '~/ui/link'
import { NameLink } from '~/ui/links'
import { useRouter } from '~/ui/navigation'
import { List } from '~/ui/lists/list'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { StateDot } from '~/ui/feedback/state-dot'
import { firstNames } from '~/ui/text'
import { Note, Nothing } from '~/ui/texts'
import { toastFailure } from '~/ui/feedback/toast'
import { useList } from '~/ui/lists/use-list'
import { aheadText } from '../end-of-life/ahead'
import type { OrganizationSelect } from '../organizations/organization-select'
import { SharingMap } from './sharing-map'

const RegistrySharingList = graphql(`
  query RegistrySharingList($search: String!, $page: PageInput!) {
    siteOrganizations(filter: { isProducer: true, search: $search }, page: $page) {
      nodes {
        ...SharingRow
      }
    }
  }
`)

const label = 'Organizations that share'

/** Few enough to be distinguished in a picture. */
const pageSize = 10

export const SharingRow = graphql(`
  fragment SharingRow on SiteOrganization {
    id
    name
    isDisabled
    globalModuleSharing
    globalProviderSharing
    moduleConsumers(page: { size: 20 }) {
      ...SharedWith
    }
    providerConsumers(page: { size: 20 }) {
      ...SharedWith
    }
  }
`)

export const SharedWith = graphql(`
  fragment SharedWith on SiteOrganizationConnection {
    nodes {
      id
      name
      isDisabled
      sharingEndsAt
    }
    totalCount
  }
`)

const columnsFor = (mayShare: boolean): readonly Column<SharingRowFragment>[] => [
  {
    key: 'producer',
    header: 'Producer',
    width: 4,
    place: 'title',
    cell: ({ name, isDisabled }) => (
      <Group gap={6}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
        {isDisabled && <StateDot tone="bad">Disabled</StateDot>}
      </Group>
    ),
  },
  {
    key: 'modules',
    header: 'Modules with',
    width: 4,
    cell: ({ globalModuleSharing, moduleConsumers }) => (
      <Consumers withAll={globalModuleSharing} list={moduleConsumers} />
    ),
  },
  {
    key: 'providers',
    header: 'Providers with',
    width: 4,
    cell: ({ globalProviderSharing, providerConsumers }) => (
      <Consumers withAll={globalProviderSharing} list={providerConsumers} />
    ),
  },
  {
    key: 'change',
    header: 'Change',
    width: 2.4,
    align: 'end',
    place: 'menu',
    cell: (row) => <Change row={row} mayShare={mayShare} />,
  },
]

const removal: readonly ['MODULES' | 'PROVIDERS', 'moduleConsumers' | 'providerConsumers', string][] = [
  ['MODULES', 'moduleConsumers', 'Stop sharing modules with'],
  ['PROVIDERS', 'providerConsumers', 'Stop sharing providers with'],
]

/** Number of consumers that a menu offers to remove: a longer list is changed on its page. */
const mostRemoved = 8

/** The way to the form, and a menu that removes one consumer where it stands. */
function Change({ row, mayShare }: { row: SharingRowFragment; mayShare: boolean }) {
  const actions = removal.flatMap(([of, list, label]) =>
    row[list].nodes.slice(0, mostRemoved).map(({ name }): Action => ({
      label: `${label} ${name}`,
      icon: IconShareOff,
      danger: true,
      run: () => void stopSharing(row, of, name),
    })),
  )
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Anchor
        component={Link}
        href={paths.organizationSharing(row.name)}
        inherit
        aria-label={`Change the sharing of ${row.name}`}
      >
        Change
      </Anchor>
      {mayShare && actions.length > 0 && <RowMenu name={row.name} actions={actions} />}
    </Group>
  )
}

async function stopSharing(
  { id, name }: SharingRowFragment,
  of: 'MODULES' | 'PROVIDERS',
  consumer: string,
): Promise<void> {
  const { ActSteps } = await import('../bulk-acts/act-dialog')
  await openDialog({
    title: `Stop sharing the ${of.toLowerCase()} of ${name} with ${consumer}?`,
    content: (close) => (
      <ActSteps
        kind="ORGANIZATION_SHARING"
        targets={{ ids: [id] }}
        total={1}
        initial={{ sharing: { of, way: 'REMOVE', consumers: [consumer] } }}
        onClose={close}
      />
    ),
  })
}

function Consumers({ withAll, list }: { withAll: boolean; list: SharedWithFragment }) {
  const [now] = useState(() => new Date())
  if (withAll) return 'All organizations'
  const { nodes, totalCount } = list
  if (totalCount === 0) return <Nothing />
  const names = nodes.map(({ name, isDisabled, sharingEndsAt }) => {
    const notes = [
      ...(isDisabled ? ['disabled'] : []),
      ...(sharingEndsAt ? [`ends ${aheadText(new Date(sharingEndsAt), now)}`] : []),
    ]
    return notes.length > 0 ? `${name} (${notes.join(', ')})` : name
  })
  return (
    <Text span inherit suppressHydrationWarning>
      {firstNames(names, names.length, totalCount)}
    </Text>
  )
}

export function RegistrySharing() {
  const mayShare = useMay('SITE_ORGANIZATIONS_WRITE')
  const list = useList(RegistrySharingList, {
    noun: 'organization',
    size: pageSize,
    variables: ({ search }) => ({ search }),
    pick: (data) => data.siteOrganizations,
  })
  const { found } = list
  return (
    <>
      <PageHeader title="Registry sharing" actions={mayShare && <ShareFrom />} />
      <Stack gap="md">
        <Note>
          The organizations that share their modules or their private providers with others. Each organization
          decides which of its members may use them.
        </Note>
        {found && found.nodes.length > 0 && (
          <Section title="Map">
            <SharingMap producers={found.nodes} />
          </Section>
        )}
        {/* How high the map is is known with the list: nothing stands below it before. */}
        {list.list.isPending && <Skeleton height={360} />}
        <Box hidden={list.list.isPending}>
          <List
            label={label}
            columns={columnsFor(mayShare)}
            {...list}
            expected={5}
            failureTitle="Registry sharing could not be loaded"
            hint="Search for part of the name or of the e-mail address of an organization that shares."
          >
            <Empty icon={SharingDrawing} title="No organization shares anything yet">
              Choose an organization above, and who may use its modules and its providers.
            </Empty>
          </List>
        </Box>
      </Stack>
    </>
  )
}

const field = { 'aria-label': 'Share from an organization', placeholder: 'Share from…' }

/** Finds the organization to share from. The choices are fetched when the field is reached; text and focus stay. */
function ShareFrom() {
  const router = useRouter()
  const choices = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [Select, setSelect] = useState<typeof OrganizationSelect>()
  async function fetchChoices() {
    const loaded = await import('../organizations/organization-select')
    const hadFocus = frame.current?.contains(document.activeElement)
    flushSync(() => setSelect(() => loaded.OrganizationSelect))
    if (hadFocus) frame.current?.querySelector('input')?.focus()
  }
  return (
    <Box ref={frame} w={260} maw="100%">
      {Select ? (
        <Select {...field} typed={text} onPick={(name) => router.push(paths.organizationSharing(name))} />
      ) : (
        <TextInput
          {...field}
          role="combobox"
          aria-expanded={false}
          aria-controls={choices}
          rightSection={<ComboboxChevron />}
          rightSectionPointerEvents="none"
          value={text}
          onFocus={() => void fetchChoices().catch(toastFailure)}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </Box>
  )
}
