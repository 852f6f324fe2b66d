'use client'

import { ActionIcon, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { policyMeans } from '~/app/(signed-in)/engine-versions/words'
import { VersionSelect } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/version-select'
import { OrganizationSelect } from '~/app/(signed-in)/organizations/organization-select'
import type { BulkActKind, BulkActSettings, BulkActSharing, EnginePolicy } from '~/data/generated/graphql'
import { Segments } from '~/ui/segments'

type Props = {
  /** The organization that the things belong to; absent where they are those of the site. */
  organization: string | undefined
  /** Settings unless others are chosen. */
  initial?: BulkActSettings | undefined
  /** Called with what is to be set; undefined while it is not complete. */
  onChange: (settings: BulkActSettings | undefined) => void
}

function LimitField({ onChange }: Props) {
  return (
    <NumberInput
      label="Workspace limit"
      description="Empty or 0: there is no limit. Existing workspaces are kept."
      min={0}
      allowDecimal={false}
      allowNegative={false}
      data-autofocus
      onChange={(limit) => onChange({ workspaceLimit: typeof limit === 'number' ? limit : null })}
    />
  )
}

const site = 'site'

function PolicyField({ onChange }: Props) {
  return (
    <Select
      label="Engine policy"
      description="For disabled, deprecated and unknown versions."
      placeholder="Choose a policy"
      data={[
        { value: site, label: "The site's own" },
        ...Object.entries(policyMeans).map(([value, label]) => ({ value, label })),
      ]}
      allowDeselect={false}
      data-autofocus
      onChange={(policy) => onChange({ enginePolicy: policy === site ? null : (policy as EnginePolicy) })}
    />
  )
}

const ways = [
  { value: 'ADD', label: 'Add organizations' },
  { value: 'REMOVE', label: 'Remove organizations' },
  { value: 'ALL', label: 'With all' },
  { value: 'NONE', label: 'With none' },
]

const shared = [
  { value: 'MODULES', label: 'Modules' },
  { value: 'PROVIDERS', label: 'Providers' },
]

/** Tells whether the organizations are named by whom it is shared with, or no longer. */
const isNamed = ({ way }: BulkActSharing): boolean => way === 'ADD' || way === 'REMOVE'

const notShared: BulkActSharing = { of: 'MODULES', way: 'ADD', consumers: [] }

function SharingField({ initial, onChange }: Props) {
  const [sharing, setSharing] = useState<BulkActSharing>(initial?.sharing ?? notShared)
  const { consumers = [] } = sharing
  const change = (part: Partial<BulkActSharing>) => {
    const next = { ...sharing, ...part }
    setSharing(next)
    onChange(!isNamed(next) || (next.consumers ?? []).length > 0 ? { sharing: next } : undefined)
  }
  return (
    <Stack gap="sm">
      <Segments
        label="What is shared"
        options={shared}
        value={sharing.of}
        onChange={(of) => change({ of: of as BulkActSharing['of'] })}
      />
      <Select
        label="With whom"
        data={ways}
        value={sharing.way}
        allowDeselect={false}
        onChange={(way) => change({ way: way as BulkActSharing['way'], consumers: [] })}
      />
      {isNamed(sharing) && (
        <OrganizationNames
          label={sharing.way === 'ADD' ? 'Add an organization' : 'Remove an organization'}
          names={consumers}
          onChange={(names) => change({ consumers: names })}
        />
      )}
    </Stack>
  )
}

type NamesProps = { label: string; names: readonly string[]; onChange: (names: string[]) => void }

/** Organizations that were picked, and a field to pick another one. */
const OrganizationNames = ({ label, names, onChange }: NamesProps) => (
  <>
    <OrganizationSelect
      label={label}
      isDescribed
      placeholder="Search organizations"
      without={names}
      onPick={(name) => onChange([...names, name])}
    />
    {names.map((name) => (
      <Group key={name} gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${name}`}
          onClick={() => onChange(names.filter((each) => each !== name))}
        >
          <IconX size={15} />
        </ActionIcon>
      </Group>
    ))}
  </>
)

function ApprovalField({ onChange }: Props) {
  const [forAll, setForAll] = useState(false)
  const [names, setNames] = useState<string[]>([])
  const change = (isForAll: boolean, organizations: string[]) => {
    setForAll(isForAll)
    setNames(organizations)
    const approval = isForAll ? { forAll: true } : { organizations }
    onChange(isForAll || organizations.length > 0 ? { approval } : undefined)
  }
  return (
    <Stack gap="sm">
      <Segments
        label="For whom"
        options={[
          { value: 'some', label: 'Selected organizations' },
          { value: 'all', label: 'All organizations' },
        ]}
        value={forAll ? 'all' : 'some'}
        onChange={(whom) => change(whom === 'all', names)}
      />
      {!forAll && (
        <OrganizationNames
          label="Add an organization"
          names={names}
          onChange={(organizations) => change(false, organizations)}
        />
      )}
    </Stack>
  )
}

const suspensions = [
  { value: 'suspend', label: 'Suspend' },
  { value: 'restore', label: 'End the suspension' },
]

function SuspensionField({ onChange }: Props) {
  return (
    <Select
      label="What to do"
      description="Suspended users cannot sign in, and their tokens do not work."
      data={suspensions}
      placeholder="Choose"
      allowDeselect={false}
      data-autofocus
      onChange={(chosen) => onChange({ suspended: chosen === 'suspend' })}
    />
  )
}

/** Settings unless others are chosen. */
export const initialSettings: Readonly<Partial<Record<BulkActKind, BulkActSettings>>> = {
  WORKSPACE_ENGINE_VERSION: { engineVersion: 'latest' },
}

function VersionField({ organization, onChange }: Props) {
  const [version, setVersion] = useState('latest')
  return (
    <VersionSelect
      {...(organization !== undefined && { organization })}
      label="New version"
      value={version}
      onChange={(chosen) => {
        setVersion(chosen ?? '')
        onChange(chosen ? { engineVersion: chosen } : undefined)
      }}
    />
  )
}

const deprecationField = (description: string) =>
  function DeprecationField({ onChange }: Props) {
    return (
      <Textarea
        label="Why they are deprecated"
        description={description}
        required
        autosize
        minRows={2}
        maxLength={1000}
        data-autofocus
        onChange={({ currentTarget }) => {
          const reason = currentTarget.value.trim()
          onChange(reason === '' ? undefined : { deprecation: { reason } })
        }}
      />
    )
  }

/** The inputs of each act. */
export const fields: Readonly<Record<BulkActKind, (props: Props) => React.JSX.Element>> = {
  ORGANIZATION_LIMIT: LimitField,
  ORGANIZATION_ENGINE_POLICY: PolicyField,
  ORGANIZATION_SHARING: SharingField,
  USER_SUSPENSION: SuspensionField,
  WORKSPACE_ENGINE_VERSION: VersionField,
  MODULE_DEPRECATION: deprecationField(
    'Shown to all who use these modules. Every published version is deprecated.',
  ),
  MODULE_VERSION_DEPRECATION: deprecationField('Shown to all who use these versions. They keep working.'),
  PROVIDER_DEPRECATION: deprecationField(
    'The CLI prints it at every init that uses one of them. All their versions keep working.',
  ),
  PUBLIC_PROVIDER_APPROVAL: ApprovalField,
}
