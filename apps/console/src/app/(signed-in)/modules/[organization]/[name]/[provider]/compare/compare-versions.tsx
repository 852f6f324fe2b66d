'use client'

import { Alert, Group, Paper, Stack } from '@mantine/core'
import { IconArrowsDiff, IconBan } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { ModuleToCompareQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import { Empty } from '~/ui/feedback/empty'
import { LinkButton, TextLink } from '~/ui/links'
import { hiddenOf, namedOption } from '~/ui/lists/found-options'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import type { ModuleIn } from '../queries'
import { moduleTrail } from '../trail'
import { versionInstead } from '../words'
import type { Comparison } from './summary'
import { Select } from '~/ui/list-field'

// Apart from the page: the words and the table would else come with every page of a module.
const Summary = dynamic(async () => (await import('./summary')).Summary)
const Changes = dynamic(async () => (await import('./changes')).Changes)

type ModuleToCompare = ModuleIn<ModuleToCompareQuery>
type Props = { module: ModuleToCompare; comparison?: Comparison; releaseNotes?: ReactNode }

/** Comparison of two versions of a module, which says whether their users have to change anything. */
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
          <NotInstallable module={module} version={comparison.to.version} />
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
  const older = hiddenOf(module.versions)
  const picker = (
    label: string,
    value: string,
    asQuery: (version: string) => { from: string; to: string },
  ) => (
    <Select
      label={label}
      w={{ base: '100%', xs: 200 }}
      data={[
        ...(data.some((each) => each.value === value) ? [] : [namedOption(value)]),
        ...data,
        ...(older > 0
          ? [{ ...namedOption(`${numberText(older)} older on the tab Versions`), disabled: true }]
          : []),
      ]}
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

type NotInstallableProps = { module: ModuleToCompare; version: string }

/** Notice that a comparison with a revoked version is for reading alone, since it cannot be installed. */
function NotInstallable({ module, version }: NotInstallableProps) {
  const found = module.versions.nodes.find((each) => each.version === version)
  if (found?.deprecation?.status !== 'REVOKED') return null
  const instead = versionInstead(module, found)
  return (
    <Alert color="red" icon={<IconBan size={18} />} title={`${version} is revoked: it cannot be installed`}>
      {instead !== undefined && instead !== version && (
        <TextLink href={paths.moduleCompare(module, { to: instead })}>Compare with {instead}</TextLink>
      )}
    </Alert>
  )
}
