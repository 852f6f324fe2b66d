'use client'

import { Grid, Paper, Stack } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import { Empty } from '~/ui/empty'
import { readPage } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { columns } from '../columns'
import { ConstraintField } from './constraint-field'
import { Explanation } from './explanation'
import { FaultyText } from './faulty-text'
import { EngineConstraintQuery } from './queries'
import { Verdict } from './verdict'

/** There is little room beside the explanation. */
const shown = columns.filter(({ key }) => key !== 'created')

const label = 'Versions that meet the constraint'
const pageSize = 20

/** Says which versions meet a constraint, and which one of them is chosen; the constraint stands in the address. */
export function ConstraintTester() {
  const params = useSearchParams()
  const constraint = (params.get('constraint') ?? '').trim()
  const page = readPage(params)
  const list = useQueryKeepingPrevious(
    EngineConstraintQuery,
    {
      text: constraint,
      page: { number: page, size: pageSize },
    },
    { enabled: constraint !== '' },
  )
  const found = constraint === '' ? undefined : list.data?.engineConstraint
  const faults = list.isPlaceholderData ? [] : (found?.faults ?? [])
  const show = (next: string) =>
    window.history.replaceState(null, '', paths.engineConstraint({ constraint: next }))

  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader title="Test a constraint" tab="Test a constraint · Engine versions" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper>
            <Stack gap="sm" p="md">
              <ConstraintField
                value={constraint}
                error={faults.length > 0 ? faults.map(({ message }) => `${message}.`).join(' ') : undefined}
                onChange={show}
              />
              {faults.length > 0 && <FaultyText text={constraint} faults={faults} />}
              <Verdict found={found} stale={list.isPlaceholderData} />
            </Stack>
            {constraint !== '' && faults.length === 0 && (
              <PagedList
                noun="version"
                label={label}
                columns={shown}
                list={list}
                found={found?.versions}
                expected={5}
                failureTitle="The constraint could not be tested"
                nothing={
                  <Empty icon={IconSearchOff} title="No version meets it">
                    None of the versions that the platform knows does.
                  </Empty>
                }
              />
            )}
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Explanation />
        </Grid.Col>
      </Grid>
    </>
  )
}
