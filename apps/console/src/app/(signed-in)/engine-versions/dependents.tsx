'use client'

import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useBlockedConfirmation } from '~/ui/dialogs/block-confirmation'
import { Failure } from '~/ui/feedback/failure'
import { count } from '~/ui/text'

const EngineVersionDependents = graphql(`
  query EngineVersionDependents($ids: [ID!]!) {
    engineVersionDependents(ids: $ids) {
      workspaces
      organizations
    }
  }
`)

/** Number of users of these versions, queried when the question opens. */
export function Dependents({ ids }: { ids: readonly string[] }) {
  const { data, error, refetch } = useQuery(query(EngineVersionDependents, { ids: [...ids] }))
  const found = data?.engineVersionDependents
  const missing = error ? 'The impact could not be loaded' : 'The impact is still loading'
  useBlockedConfirmation(found ? undefined : missing)
  if (error) return <Failure title="The impact could not be loaded" error={error} retry={refetch} />
  if (!found) return <Skeleton height={22} />
  const { workspaces, organizations } = found
  const them = ids.length === 1 ? 'it' : 'them'
  return (
    <Text size="sm">
      {workspaces === 0
        ? `No workspace uses ${them}.`
        : `${count(workspaces, 'workspace')} of ${count(organizations, 'organization')} ${workspaces === 1 ? 'depends' : 'depend'} on ${them}.`}
    </Text>
  )
}
