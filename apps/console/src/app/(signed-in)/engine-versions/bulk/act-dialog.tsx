'use client'

import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import type { EngineVersionAct } from '../../../../data/generated/graphql'
import { count } from '../../../../ui/plural'
import { toastDone } from '../../../../ui/toast'
import { acts, named, sorted, workspacesOn, type Row } from './acts'
import { useAct } from './use-act'

type Props = {
  act: EngineVersionAct | undefined
  rows: readonly Row[]
  onClose: () => void
  /** Everything that was asked for is done. */
  onDone: () => void
}

/** Says what would be done with which versions, and does it. Open while there is an act. */
export function ActDialog({ act, rows, onClose, onDone }: Props) {
  // What was selected when it opened: the list behind it changes while the answer is shown.
  const [asked, setAsked] = useState<{ act: EngineVersionAct; rows: readonly Row[] }>()
  if (act !== asked?.act) setAsked(act && { act, rows })
  const title =
    asked && `${acts[asked.act].verb} ${count(sorted(asked.act, asked.rows).changing.length, 'version')}?`
  return (
    <Modal opened={asked !== undefined} onClose={onClose} title={title ?? ''}>
      {asked && <ActForm {...asked} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

function ActForm({ act, rows, onClose, onDone }: Omit<Props, 'act'> & { act: EngineVersionAct }) {
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const run = useAct()
  const { verb, done, already } = acts[act]
  const { changing, leftOut } = sorted(act, rows)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const said = reason.trim() || null
    const { changed, userErrors } = await run.mutateAsync({
      ids: changing.map(({ id }) => id),
      act,
      ...(act === 'DEPRECATE' ? { deprecatedReason: said } : { reason: said }),
    })
    if (changed && changed.length > 0)
      toastDone(`${count(changed.length, 'version')} ${changed.length === 1 ? 'is' : 'are'} ${done}.`)
    if (userErrors.length === 0) {
      onClose()
      onDone()
      return
    }
    setRefused(
      userErrors.map(({ field: [list, place], message }) => {
        const row = list === 'ids' ? changing[Number(place)] : undefined
        return row ? `${row.version}: ${message}` : message
      }),
    )
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="md">
        <Consequences act={act} changing={changing} />
        {leftOut.length > 0 && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Left out: {named(leftOut)} {leftOut.length === 1 ? 'is' : 'are'} {already}.
          </Text>
        )}
        <Textarea
          {...(act === 'DEPRECATE'
            ? { label: 'Reason', required: true, description: 'Shown to everybody who uses these versions.' }
            : { label: 'Reason (optional)', description: 'Kept in the audit log.' })}
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {refused.length > 0 && (
          <Alert color="red" role="alert" title={`Not ${done}`}>
            {refused.map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {refused.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          {refused.length === 0 && (
            <Button type="submit" loading={run.isPending}>
              {verb} {count(changing.length, 'version')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function Consequences({ act, changing }: { act: EngineVersionAct; changing: readonly Row[] }) {
  const workspaces = workspacesOn(changing)
  const users = workspaces === 0 ? 'No workspace is on them.' : `${count(workspaces, 'workspace')} on them`
  const words: Record<EngineVersionAct, string> = {
    ENABLE: 'People may choose them from then on.',
    DISABLE:
      workspaces === 0
        ? `Nobody may choose them any more. ${users}`
        : `Nobody may choose them any more. ${users} ${workspaces === 1 ? 'stays' : 'stay'} as ${workspaces === 1 ? 'it is' : 'they are'}.`,
    DEPRECATE:
      workspaces === 0
        ? `They keep working; people are told to move on. ${users}`
        : `They keep working; ${users} ${workspaces === 1 ? 'is' : 'are'} told to move on.`,
  }
  return (
    <Text size="sm" component="div">
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {named(changing)}
      </Text>
      {words[act]}
    </Text>
  )
}
