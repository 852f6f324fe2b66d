'use client'

import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BulkActDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { useChange, useInvalidate } from '~/data/use-change'
import { messageOf, type UserError } from '~/data/user-errors'
import { paths } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { TextLink } from '~/ui/links'
import { numberText } from '~/ui/text'
import { Note, Problems } from '~/ui/texts'
import { BulkActDetail, BulkActRetry, BulkActUndo } from './queries'
import { countsText, targetsText, totalOf } from './words'

type Found = NonNullable<BulkActDetailQuery['bulkAct']>

type Props = {
  id: string
  /** True where it was started here, so that its end is news however fast it comes. */
  isStarted?: boolean
  /** Called with the id of the act that undoes it or tries again. */
  onFollow: (id: string) => void
  /** Closes what it stands in. */
  onClose?: (() => void) | undefined
}

const pause = 1_000

/** The progress of an act, its outcome, and what can be done then. It goes on without anybody watching. */
export function BulkActProgress({ id, isStarted = false, onFollow, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...query(BulkActDetail, { id }),
    refetchInterval: ({ state }) => (state.data?.bulkAct?.finishedAt === null ? pause : false),
  })
  const act = data?.bulkAct
  useEnd(id, act, isStarted)
  if (error) return <Failure title="The progress could not be loaded" error={error} retry={refetch} />
  if (!act) return <Skeleton height={90} />
  return (
    <Stack gap="md">
      {act.finishedAt === null ? <UnderWay act={act} /> : <Ended act={act} hasLink={onClose !== undefined} />}
      <Buttons act={act} onFollow={onFollow} onClose={onClose} />
    </Stack>
  )
}

/** Loads everything again once it is over: lists show what has changed. One that is looked up later changes nothing. */
function useEnd(id: string, act: Found | null | undefined, isStarted: boolean): void {
  const invalidate = useInvalidate()
  const watched = useRef(isStarted ? id : undefined)
  const isUnderWay = act?.finishedAt === null
  useEffect(() => {
    if (isUnderWay || (isStarted && !act)) watched.current = id
    if (!act || isUnderWay || watched.current !== id) return
    watched.current = undefined
    void invalidate()
  }, [id, act, isUnderWay, isStarted, invalidate])
}

function UnderWay({ act: { kind, counts } }: { act: Found }) {
  const total = totalOf(counts)
  const done = total - counts.waiting
  const text = `${numberText(done)} of ${targetsText(kind, total)} done`
  return (
    <div>
      <Text size="sm" role="status" mb={6}>
        {text}
      </Text>
      <Progress value={(done / total) * 100} aria-label={text} />
      <Note mt={6}>It goes on when you leave. The overview leads back here.</Note>
    </div>
  )
}

function Ended({ act, hasLink }: { act: Found; hasLink: boolean }) {
  const { counts, cancelledAt, refusals } = act
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600} role="status">
        {cancelledAt === null ? 'Done' : 'Stopped'}: {countsText(counts)}.
      </Text>
      {hasLink && (
        <Text size="sm">
          <TextLink href={paths.bulkAct(act.id)}>Show what became of each</TextLink>
        </Text>
      )}
      {refusals.nodes.length > 0 && (
        <Alert color="orange" title={`${numberText(refusals.totalCount)} refused`}>
          {refusals.nodes.map(({ id, name, message }) => (
            <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}: {message}
            </Text>
          ))}
          {refusals.totalCount > refusals.nodes.length && (
            <Text size="sm">
              and {numberText(refusals.totalCount - refusals.nodes.length)} more on its page
            </Text>
          )}
        </Alert>
      )}
    </Stack>
  )
}

type Started = { bulkAct?: { id: string } | null; userErrors: readonly UserError[] }

function Buttons({ act, onFollow, onClose }: Omit<Props, 'id'> & { act: Found }) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const cancel = useChange('bulkActCancel')
  const undo = useChange(BulkActUndo)
  const retry = useChange(BulkActRetry)
  const { id, counts, finishedAt, undoneById } = act
  const follow = ({ bulkAct, userErrors }: Started) => {
    setProblems(userErrors.map(messageOf))
    if (bulkAct) onFollow(bulkAct.id)
  }
  return (
    <>
      <Problems texts={problems} />
      <Group justify="flex-end" gap="xs">
        {finishedAt === null && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            Stop
          </Button>
        )}
        {finishedAt !== null && counts.changed > 0 && undoneById === null && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ id }, { onSuccess: follow })}
          >
            Undo
          </Button>
        )}
        {finishedAt !== null && counts.refused > 0 && (
          <Button
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate({ id }, { onSuccess: follow })}
          >
            Try the refused again
          </Button>
        )}
        {onClose && (
          <Button variant={finishedAt === null ? 'default' : 'filled'} onClick={onClose} data-autofocus>
            Close
          </Button>
        )}
      </Group>
    </>
  )
}
