'use client'

import { Button, Code } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type {
  PublicProviderActionFactsFragment,
  PublicProviderVersionRowFragment,
} from '~/data/generated/graphql'
import { Copy } from '~/ui/copy'
import type { Column } from '~/ui/lists/data-table'
import { dayText, Moment, momentColumn } from '~/ui/moment'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { ListSection } from '~/ui/section'
import { StateDot, States } from '~/ui/feedback/state-dot'
import { count, sizeText } from '~/ui/text'
import { Dimmed, Exact, Note, Nothing, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { nameOf, reasonOf, statusWords } from '../words'
import { Differences } from './differences'
import { useVersionActions } from './version-actions'
import classes from './platforms.module.css'

export const PublicProviderVersionRow = graphql(`
  fragment PublicProviderVersionRow on SitePublicProviderVersion {
    ...PublicProviderVersionActionFacts
    heldUntil
    reason
    unverified
    alteration
    firstSeenAt
    publishedAt
    checkedAt
    keyId
    goneFromOrigin
    imported
    platforms {
      os
      arch
      filename
      shasum
      h1
      size
      stored
    }
    differences {
      filename
      first
      now
    }
  }
`)

const PublicProviderVersionList = graphql(`
  query PublicProviderVersionList($id: ID!, $page: PageInput!) {
    sitePublicProvider(id: $id) {
      versions(page: $page) {
        nodes {
          ...PublicProviderVersionRow
        }
      }
    }
  }
`)

type Version = PublicProviderVersionRowFragment

const columns: readonly Column<Version>[] = [
  {
    key: 'version',
    header: 'Version',
    width: 2.2,
    place: 'title',
    cell: ({ version, goneFromOrigin, imported }) => (
      <>
        <Exact fw={600}>{version}</Exact>
        {goneFromOrigin && <Small>Removed from its origin</Small>}
        {imported && <Small>Imported</Small>}
      </>
    ),
  },
  { key: 'state', header: 'State', width: 4, place: 'below', cell: (row) => <VersionState version={row} /> },
  momentColumn('published', 'Published', 2.2, ({ publishedAt }) => publishedAt),
  momentColumn('seen', 'First seen', 2.2, ({ firstSeenAt }) => firstSeenAt),
  { key: 'key', header: 'Key', width: 3, place: 'wide', cell: (row) => <Key {...row} /> },
]

function stateText({ status, heldUntil }: Version): string {
  if (status !== 'HELD') return statusWords[status].word
  return heldUntil === null ? 'Held until released' : `Held until ${dayText(heldUntil)}`
}

const decided = { RELEASE: 'Released', ACCEPT: 'Accepted', BLOCK: null } as const

function VersionState({ version }: { version: Version }) {
  const { status, decision } = version
  const reason = reasonOf(version)
  const word = decision === null || status === 'BLOCKED' ? null : decided[decision]
  return (
    <>
      <States>
        <StateDot tone={statusWords[status].tone}>{stateText(version)}</StateDot>
        {word !== null && <Dimmed>{word}</Dimmed>}
      </States>
      {reason !== null && <Small>{reason}</Small>}
    </>
  )
}

function Key({ keyId, newKey, checkedAt, imported }: Version) {
  if (keyId === null && imported) return <Dimmed>Network mirror only</Dimmed>
  if (checkedAt === null) return <Dimmed>Not synced yet</Dimmed>
  if (keyId === null) return <Nothing />
  return (
    <States>
      <Code className={classes['key'] ?? ''}>{keyId}</Code>
      {newKey && <StateDot tone="warning">New key</StateDot>}
    </States>
  )
}

type Props = {
  provider: PublicProviderActionFactsFragment
  /** Number of its versions. */
  count: number
  cooldown: string
}

/** The versions of a provider as they were first seen, with what was decided of each. */
export function Versions({ provider, count: versions, cooldown }: Props) {
  const [open, setOpen] = useState<string>()
  const actionsOf = useVersionActions(nameOf(provider))
  const list = useList(PublicProviderVersionList, {
    noun: 'version',
    prefix: 'versions-',
    size: 10,
    variables: { id: provider.id },
    pick: (data) => data.sitePublicProvider?.versions,
  })
  return (
    <ListSection
      title="Versions"
      about={
        <Note my="xs">
          {cooldown === '0s'
            ? 'New versions are available at once: no cooldown is set for the site.'
            : `New versions are held for ${cooldown}, unless an organization sets its own cooldown.`}
        </Note>
      }
    >
      <PagedList
        columns={[
          ...columns,
          platformsColumn(open, setOpen),
          menuColumn(({ version }) => version, actionsOf, 1.3),
        ]}
        {...list}
        expected={Math.min(versions, list.size)}
        nothing="Its origin lists none."
        detailOf={platformsBelow(open)}
      />
    </ListSection>
  )
}

/** Opens a row, and closes the one that was open. */
const platformsColumn = (
  open: string | undefined,
  setOpen: (id: string | undefined) => void,
): Column<Version> => ({
  key: 'platforms',
  header: 'Platforms',
  width: 2.6,
  cell: (row) => (
    <PlatformsButton
      version={row}
      isOpen={row.id === open}
      onToggle={(isOpen) => setOpen(isOpen ? row.id : undefined)}
    />
  ),
})

const platformsBelow = (open: string | undefined) => (row: Version) =>
  row.id === open ? <Platforms version={row} /> : undefined

type ToggleProps = { version: Version; isOpen: boolean; onToggle: (isOpen: boolean) => void }

function PlatformsButton({ version: { id, version, platforms }, isOpen, onToggle }: ToggleProps) {
  if (platforms.length === 0) return <Nothing />
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color="gray"
      leftSection={<Chevron size={14} />}
      aria-expanded={isOpen}
      aria-controls={`platforms-${id}`}
      aria-label={`${count(platforms.length, 'platform')} of ${version}`}
      onClick={() => onToggle(!isOpen)}
    >
      {count(platforms.length, 'platform')}
    </Button>
  )
}

/** The files of a version, and what each must be. */
const Platforms = ({
  version: { id, version, publishedAt, firstSeenAt, platforms, differences },
}: {
  version: Version
}) => (
  <div id={`platforms-${id}`}>
    <Small>
      Published <Moment at={publishedAt} />, first seen <Moment at={firstSeenAt} />.
    </Small>
    {differences.length > 0 && <Differences version={version} files={differences} />}
    <ul className={classes['list']} aria-label={`Platforms of ${version}`}>
      {platforms.map(({ os, arch, filename, shasum, h1, size, stored }) => (
        <li key={`${os}/${arch}`}>
          <div>
            <strong>
              {os}/{arch}
            </strong>{' '}
            <Dimmed>
              {filename}
              {size !== null && `, ${sizeText(size)}`}
              {stored && ', stored here'}
            </Dimmed>
          </div>
          <Hash kind="zh" hash={shasum} of={`${os}/${arch}`} />
          {h1 !== null && <Hash kind="h1" hash={h1.slice(3)} of={`${os}/${arch}`} />}
        </li>
      ))}
    </ul>
  </div>
)

/** Hash as a lock file has it. */
const Hash = ({ kind, hash, of }: { kind: 'zh' | 'h1'; hash: string; of: string }) => (
  <div className={classes['hash']}>
    <Code className={classes['key'] ?? ''}>
      {kind}:{hash}
    </Code>
    <Copy text={`${kind}:${hash}`} what={`${kind} of ${of}`} />
  </div>
)
