'use client'

import { Badge, Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { PublishedBy } from '~/app/(signed-in)/provenance/published-by'
import type { ModuleReleaseQuery, ModuleReleaseQueryVariables } from '~/data/generated/graphql'
import { useFound } from '~/data/use-found'
import { moduleArchive, paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { DetailLayout } from '~/ui/detail-layout'
import { Copy } from '~/ui/copy'
import { Crumbs } from '~/ui/crumbs'
import { DataTable, type Column } from '~/ui/lists/data-table'
import type { Facts } from '~/ui/fact-list'
import { LinkButton, NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { ListSection, Section } from '~/ui/section'
import { count, sizeText } from '~/ui/text'
import { Exact, Note } from '~/ui/texts'
import {
  comparedVerdict,
  type Comparison,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/compare/summary'
import {
  type Verdict,
  verdictOf,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/interface-words'
import { moduleTrail } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/trail'
import { VerdictBanner } from '../verdict-banner'
import { useVersionActions } from '../versions'
import { olderUses, versionInstead } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import { ModuleRelease, type ReleasedModule, type ReleasedVersion } from './queries'

const Changes = dynamic(
  async () =>
    (await import('~/app/(signed-in)/modules/[organization]/[name]/[provider]/compare/changes')).Changes,
)

type Told = {
  /** Undefined for those who may not know, and where the log does not reach back. */
  publisher: string | undefined
  /** Comparison with the previous release; undefined for the first one, and if that one is deleted. */
  comparison: Comparison | undefined
  notes: ReactNode
}

type Props = Told & { initial: ModuleReleaseQuery; asked: ModuleReleaseQueryVariables }

/** A version as a release: what it brought, to whom it matters, and what became of it. */
export function Release({ initial, asked, ...told }: Props) {
  const { found } = useFound(ModuleRelease, asked, initial, ({ registryModuleNamespace }) => {
    const module = registryModuleNamespace?.registryModule
    return module?.version ? { module, version: module.version } : null
  })
  return <Detail {...found} {...told} />
}

type Found = { module: ReleasedModule; version: ReleasedVersion }

function Detail({ module, version, publisher, comparison, notes }: Found & Told) {
  const { namespace, name, provider } = module
  const { version: number, deprecation, endOfLife } = version
  const verdict = verdictIn(version, comparison)
  const allActions = useVersionActions(module, number)
  const actions = module.usableOnly ? [] : allActions(version)
  useActionsOfPage(actions, (label) => `${label} ${number}`)
  return (
    <>
      <Crumbs trail={moduleTrail(module, { tab: 'versions' })} />
      <PageHeader
        title={`${name}/${provider} ${number}`}
        tab={`${number} · ${name}/${provider} · ${namespace}`}
        afterTitle={
          <Group gap={6}>
            <DeprecationBadge deprecation={deprecation} />
            {module.newestVersion?.version === number && <Badge color="harbor">Newest</Badge>}
          </Group>
        }
        actions={
          <>
            <LinkButton href={paths.module(module, { version: number })} size="xs" variant="default">
              README and inputs
            </LinkButton>
            <PageActions actions={actions} />
          </>
        }
      />
      <Stack gap="md">
        <PublishedBy provenance={version.provenance} />
        {deprecation && <DeprecationNotice what="version" deprecation={deprecation} />}
        {endOfLife && <EndOfLifeNotice endOfLife={endOfLife} />}
        {verdict && (
          <VerdictBanner
            verdict={verdict}
            accepted={version.acceptBreaking}
            actions={comparison && <WhatChanges module={module} verdict={verdict} />}
          />
        )}
        <DetailLayout facts={factsOf(version, publisher)} below={<Take module={module} version={version} />}>
          {notes && <Section title="Release notes">{notes}</Section>}
          {comparison && <Changed module={module} comparison={comparison} />}
          {!verdict && !comparison && <First />}
          <StillOlder module={module} version={number} />
        </DetailLayout>
      </Stack>
    </>
  )
}

/** Returns the verdict from when it was published; an older version gets that of the comparison. */
const verdictIn = (
  { version, interface: found }: ReleasedVersion,
  comparison: Comparison | undefined,
): Verdict | undefined => (found ? verdictOf(version, found) : comparison && comparedVerdict(comparison))

const WhatChanges = ({ module, verdict }: { module: ReleasedModule; verdict: Verdict }) => (
  <LinkButton
    href={paths.moduleCompare(module, { from: verdict.from, to: verdict.to })}
    size="xs"
    variant="default"
  >
    What changes
  </LinkButton>
)

const factsOf = ({ publishedAt, size, sha256 }: ReleasedVersion, publisher: string | undefined): Facts => [
  publishedAt !== null && ['Published', <Moment key="published" at={publishedAt} />],
  publisher !== undefined && ['By', publisher],
  size !== null && ['Archive', sizeText(size)],
  sha256 !== null && [
    'SHA-256',
    <span key="sha256">
      <Exact>{sha256}</Exact> <Copy text={sha256} what="SHA-256 of the archive" />
    </span>,
  ],
]

/** Links to download the version, or to the one to use instead. */
function Take({ module, version }: Found) {
  const { version: number, deprecation } = version
  const instead = deprecation && versionInstead(module, version)
  return (
    <Stack gap="xs">
      {instead && <LinkButton href={paths.module(module, { version: instead })}>Use {instead}</LinkButton>}
      {deprecation?.status !== 'REVOKED' && (
        <Button
          component="a"
          href={moduleArchive(module, number)}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          Download archive
        </Button>
      )}
      <LinkButton href={paths.moduleFiles(module, { version: number })} variant="default">
        Browse files
      </LinkButton>
    </Stack>
  )
}

type ChangedProps = { module: ReleasedModule; comparison: Comparison }

function Changed({ module, comparison: { from, to, changes } }: ChangedProps) {
  const title = `Changed since ${from.version}`
  return changes.totalCount === 0 ? (
    <Section title={title}>
      <Note>Both declare the same.</Note>
    </Section>
  ) : (
    <Changes title={title} module={module} from={from.version} to={to.version} count={changes.totalCount} />
  )
}

const First = () => (
  <Section title="Changes">
    <Note>The first version that can be compared: nothing was published before it.</Note>
  </Section>
)

type Use = ReleasedModule['versionUse'][number]

const usesColumns = (module: ReleasedModule): readonly Column<Use>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 4,
    place: 'title',
    cell: ({ version }) => (
      <NameLink href={paths.moduleVersion(module, version)}>
        <Exact>{version}</Exact>
      </NameLink>
    ),
  },
  {
    key: 'workspaces',
    header: 'Workspaces',
    width: 6,
    cell: ({ workspaces }) => count(workspaces, 'workspace'),
  },
]

/** Workspaces with earlier versions that the viewer may read: those for whom the release is news. */
function StillOlder({ module, version }: { module: ReleasedModule; version: string }) {
  const older = olderUses(module.versionUse, version)
  const here = module.versionUse.find((use) => use.version === version)?.workspaces ?? 0
  return (
    <ListSection
      title="Still on older versions"
      about={
        <Note my="xs">
          {here > 0 && `${count(here, 'workspace')} ${here === 1 ? 'runs' : 'run'} ${version}. `}
          {older.length === 0 && 'No workspace that you see is known to run an older version.'}
        </Note>
      }
    >
      {older.length > 0 && (
        <DataTable
          label="Workspaces on older versions"
          columns={usesColumns(module)}
          rows={older}
          rowKey={({ version: number }) => number}
        />
      )}
    </ListSection>
  )
}
