'use client'

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { NewButton } from '~/ui/links'
import { Card } from './card'
import classes from './overview.module.css'

const OverviewCounts = graphql(`
  query OverviewCounts {
    enabled: engineVersions(filter: { enabled: true }, page: { size: 1 }) {
      totalCount
    }
    disabled: engineVersions(filter: { enabled: false }, page: { size: 1 }) {
      totalCount
    }
    official: engineVersions(filter: { official: true }, page: { size: 1 }) {
      totalCount
    }
    beta: engineVersions(filter: { beta: true }, page: { size: 1 }) {
      totalCount
    }
    deprecated: engineVersions(filter: { deprecated: true }, page: { size: 1 }) {
      totalCount
    }
    used: engineVersions(filter: { used: true }, page: { size: 1 }) {
      totalCount
    }
  }
`)

const tiles = [
  { key: 'enabled', label: 'Enabled', filter: { enabled: 'true' } },
  { key: 'disabled', label: 'Disabled', filter: { enabled: 'false' } },
  { key: 'official', label: 'Official', filter: { official: 'true' } },
  { key: 'beta', label: 'Beta', filter: { beta: 'true' } },
  { key: 'deprecated', label: 'Deprecated', filter: { deprecated: 'true' } },
  { key: 'used', label: 'In use', filter: { used: 'true' } },
] as const

/** How many engine versions are in which state; each number leads to those versions. */
export function Counts() {
  const { data, error, refetch } = useQuery(query(OverviewCounts, {}))
  return (
    <Card title="Engine versions" loading={!data} error={error} retry={refetch}>
      {data && data.enabled.totalCount + data.disabled.totalCount === 0 ? (
        <NoneYet />
      ) : (
        <ul className={classes['tiles']}>
          {tiles.map(({ key, label, filter }) => (
            <li key={key}>
              <Link href={paths.engineVersions(filter)}>
                <strong>{data?.[key].totalCount.toLocaleString('en')}</strong> <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function NoneYet() {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  return (
    <Stack align="flex-start" gap="sm">
      <Text size="sm">None yet. Versions added here can be used in workspaces.</Text>
      {mayWrite && <NewButton href={paths.engineVersionNew()}>New engine version</NewButton>}
    </Stack>
  )
}
