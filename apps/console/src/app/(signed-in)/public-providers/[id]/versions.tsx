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
import type { Column } from '~/ui/data-table'
import { dayText, Moment, momentColumn } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
import { ListSection } from '~/ui/section'
import { StateDot, States } from '~/ui/state-dot'
import { count, sizeText } from '~/ui/text'
import { Dimmed, Exact, Note, Nothing, Small } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { nameOf, reasonOf, standings } from '../words'
import { useVersionActions } from './version-actions'
import classes from './platforms.module.css'

export const PublicProviderVersionRow = graphql(`
  fragment PublicProviderVersionRow on SitePublicProviderVersion {
    id
    version
    status
    heldUntil
    decision
    reason
    unverified
    alteration
    firstSeenAt
    publishedAt
    checkedAt
    keyId
    newKey
    goneFromOrigin
    updatedAt
    usedBy
    usedByCount
    platforms {
      os
      arch
      filename
      shasum
      h1
      size
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
    cell: ({ version, goneFromOrigin }) => (
      <>
        <Exact fw={600}>{version}</Exact>
        {goneFromOrigin && <Small>Gone from its origin</Small>}
      </>
    ),
  },
  { key: 'state', header: 'State', width: 4, place: 'below', cell: (row) => <VersionState version={row} /> },
  momentColumn('published', 'Published', 2.2, ({ publishedAt }) => publishedAt),
  momentColumn('seen', 'First seen', 2.2, ({ firstSeenAt }) => firstSeenAt),
  { key: 'key', header: 'Key', width: 3, place: 'wide', cell: (row) => <Key {...row} /> },
]

function stateText({ status, heldUntil }: Version): string {
  if (status !== 'HELD') return standings[status].word
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
        <StateDot tone={standings[status].tone}>{stateText(version)}</StateDot>
        {word !== null && <Dimmed>{word}</Dimmed>}
      </States>
      {reason !== null && <Small>{reason}</Small>}
    </>
  )
}

function Key({ keyId, newKey, checkedAt }: Version) {
  if (checkedAt === null) return <Dimmed>Not looked at yet</Dimmed>
  if (keyId === null) return <Nothing />
  return (
    <States>
      <Code className={classes['key'] ?? ''}>{keyId}</Code>
      {newKey && <StateDot tone="warning">New key</StateDot>}
    </States>
  )
}

type Props = { provider: PublicProviderActionFactsFragment; cooldown: string }

/** The versions of a provider as they were first seen, with what was decided of each. */
export function Versions({ provider, cooldown }: Props) {
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
            : `New versions are held for ${cooldown}, unless an organization has a cooldown of its own.`}
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
  version: { id, version, publishedAt, firstSeenAt, platforms },
}: {
  version: Version
}) => (
  <div id={`platforms-${id}`}>
    <Small>
      Published <Moment at={publishedAt} />, first seen <Moment at={firstSeenAt} />.
    </Small>
    <ul className={classes['list']} aria-label={`Platforms of ${version}`}>
      {platforms.map(({ os, arch, filename, shasum, h1, size }) => (
        <li key={`${os}/${arch}`}>
          <div>
            <strong>
              {os}/{arch}
            </strong>{' '}
            <Dimmed>
              {filename}
              {size !== null && `, ${sizeText(size)}`}
            </Dimmed>
          </div>
          <Hash kind="zh" hash={shasum} of={`${os}/${arch}`} />
          {h1 !== null && <Hash kind="h1" hash={h1.slice(3)} of={`${os}/${arch}`} />}
        </li>
      ))}
    </ul>
  </div>
)

/** As it stands in a lock file. */
const Hash = ({ kind, hash, of }: { kind: 'zh' | 'h1'; hash: string; of: string }) => (
  <div className={classes['hash']}>
    <Code className={classes['key'] ?? ''}>
      {kind}:{hash}
    </Code>
    <Copy text={`${kind}:${hash}`} what={`${kind} of ${of}`} />
  </div>
)
