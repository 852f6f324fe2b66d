'use client'

import { Alert, Group, Paper, Select, Stack } from '@mantine/core'
import { IconAlertTriangle, IconArrowsDiff, IconCheck, IconNumbers } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { ModuleComparisonQuery, ModuleToCompareQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/links'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'
import type { ModuleIn } from '../queries'
import { moduleTrail } from '../trail'

// Apart from the page: the table would else come with every page of a module.
const Changes = dynamic(async () => (await import('./changes')).Changes)

type ModuleToCompare = ModuleIn<ModuleToCompareQuery>
type FoundComparison = NonNullable<ModuleIn<ModuleComparisonQuery>['comparison']>

type Comparison = Omit<FoundComparison, 'releaseNotes'>

type Props = { module: ModuleToCompare; comparison?: Comparison; releaseNotes?: ReactNode }

/** What changed from one version of a module to another, and whether those who use it have to change anything. */
export function CompareVersions({ module, comparison, releaseNotes }: Props) {
  const { namespace, name, provider } = module
  return (
    <>
      <Crumbs trail={moduleTrail(module, { tab: 'versions' })} />
      <PageHeader title="Compare versions" tab={`Compare versions · ${name}/${provider} · ${namespace}`} />
      {comparison ? (
        <Stack gap="md">
          <Pickers module={module} from={comparison.from.version} to={comparison.to.version} />
          <Summary comparison={comparison} />
          <Changes
            key={`${comparison.from.version} ${comparison.to.version}`}
            module={module}
            from={comparison.from.version}
            to={comparison.to.version}
            count={comparison.changes.totalCount}
          />
          <Section title="Release notes">
            {releaseNotes ?? <Note>The CHANGELOG of this version says nothing about these versions.</Note>}
          </Section>
        </Stack>
      ) : (
        <Paper>
          <Empty
            icon={IconArrowsDiff}
            title="No earlier version"
            action={<LinkButton href={paths.module(module, { tab: 'versions' })}>Show versions</LinkButton>}
          >
            Two published versions are needed to compare them.
          </Empty>
        </Paper>
      )}
    </>
  )
}

function Pickers({ module, from, to }: { module: ModuleToCompare; from: string; to: string }) {
  const router = useRouter()
  const published = module.versions.nodes.filter(({ status }) => status === 'OK')
  const data = published.map(({ version, deprecation }) => ({
    value: version,
    label: deprecation ? `${version} (${deprecation.status.toLowerCase()})` : version,
  }))
  const picker = (
    label: string,
    value: string,
    asQuery: (version: string) => { from: string; to: string },
  ) => (
    <Select
      label={label}
      w={{ base: '100%', xs: 200 }}
      data={data.some((each) => each.value === value) ? data : [value, ...data]}
      value={value}
      onChange={(version) => version !== null && router.push(paths.moduleCompare(module, asQuery(version)))}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No such version"
    />
  )
  return (
    <Group gap="md">
      {picker('From', from, (version) => ({ from: version, to }))}
      {picker('To', to, (version) => ({ from, to: version }))}
    </Group>
  )
}

const steps = { MAJOR: 'a major', MINOR: 'a minor', PATCH: 'a patch' } as const

function Summary({ comparison }: { comparison: Comparison }) {
  const { from, to, breakingCount, missingStep, changes } = comparison
  const others = changes.totalCount - breakingCount
  return (
    <>
      {breakingCount > 0 ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          title={`Breaking: ${count(breakingCount, 'change')}`}
        >
          Configurations that use {from.version} may have to change for {to.version}.
          {others > 0 && ` Not breaking: ${count(others, 'change')}.`}
        </Alert>
      ) : (
        <Alert color="green" icon={<IconCheck size={18} />} title="No breaking changes">
          {changes.totalCount === 0
            ? `${from.version} and ${to.version} declare the same.`
            : `Configurations that use ${from.version} can use ${to.version} as they are.`}
        </Alert>
      )}
      {missingStep && (
        <Alert
          color="orange"
          icon={<IconNumbers size={18} />}
          title={`These changes call for ${steps[missingStep]} version`}
        >
          The number {to.version} promises less than what changed since {from.version}.
        </Alert>
      )}
    </>
  )
}
