'use client'

import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BulkActKind, BulkActPreviewInput, BulkActPreviewQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { Failure } from '~/ui/feedback/failure'
import { listed, numberText } from '~/ui/text'
import { BulkActPreview } from './queries'
import { targetsText } from './words'

export type Foreseen = BulkActPreviewQuery['bulkActPreview']

type Props = {
  input: BulkActPreviewInput
  onForeseen: (foreseen: Foreseen | undefined) => void
}

/** Preview of an act by the API's own rules: what changes, what has the value already, what is refused and why. */
export function Preview({ input, onForeseen }: Props) {
  const { data, error, refetch } = useQuery({ ...query(BulkActPreview, { input }), staleTime: 0 })
  const foreseen = data?.bulkActPreview
  useEffect(() => onForeseen(foreseen), [foreseen, onForeseen])
  if (error) return <Failure title="The preview could not be loaded" error={error} retry={refetch} />
  if (!foreseen) return <Skeleton height={64} />
  return (
    <section aria-label="Preview">
      <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
        {linesOf(input.kind, foreseen).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    </section>
  )
}

type Part = { count: number; names: readonly string[] }

const named = ({ count, names }: Part): string => listed(names, count)

/** Sentences about what an act would do. */
export function linesOf(
  kind: BulkActKind,
  { changing, unchanged, refused, gains, loses }: Foreseen,
): readonly string[] {
  return [
    changing.count === 0
      ? 'Nothing would change.'
      : `${targetsText(kind, changing.count)} will change: ${named(changing)}.`,
    ...(unchanged.count > 0 ? [`${numberText(unchanged.count)} already set: ${named(unchanged)}.`] : []),
    ...refused.map((part) => `${numberText(part.count)} refused (${part.reason}): ${named(part)}.`),
    ...affectedLine('gain access', gains),
    ...affectedLine('lose access', loses),
  ]
}

function affectedLine(what: string, affected: Foreseen['gains']): readonly string[] {
  if (!affected) return []
  if (affected.isAll) return [`All organizations ${what}.`]
  if (affected.count === 0) return [`No organization would ${what}.`]
  return [`${numberText(affected.count)} ${what}: ${named(affected)}.`]
}
