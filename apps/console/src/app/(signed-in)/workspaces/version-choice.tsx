'use client'

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'

const VersionsInUse = graphql(`
  query VersionsInUse {
    engineVersions(filter: { used: true }, page: { size: 100 }) {
      nodes {
        id
        version
        usage
      }
    }
  }
`)

type Props = { value: string | undefined; onChange: (version: string | undefined) => void }

/** The engine versions that a list of workspaces can be narrowed by: those in use, newest first. */
export function VersionChoice({ value = '', onChange }: Props) {
  const { data } = useQuery(query(VersionsInUse, {}))
  const versions = data?.engineVersions.nodes ?? []
  const isMissing = value !== '' && !versions.some(({ version }) => version === value)
  return (
    <NativeSelect
      label="Engine version"
      labelProps={{ c: 'dimmed', fw: 400, mb: 4 }}
      size="xs"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={[
        { value: '', label: 'Any' },
        ...(isMissing ? [{ value, label: value }] : []),
        ...versions.map(({ version, usage }) => ({
          value: version,
          label: `${version} (${usage.toLocaleString('en')})`,
        })),
      ]}
    />
  )
}
