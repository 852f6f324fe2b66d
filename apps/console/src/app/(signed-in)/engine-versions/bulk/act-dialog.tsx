'use client'

import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { EngineVersionAct } from '~/data/generated/graphql'
import { ReasonField } from '~/ui/reason-field'
import { count, firstNames, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { Dependents } from '../dependents'
import { acts, type Row, sorted, useActOnAll } from './acts'

type Props = {
  opened: boolean
  act: EngineVersionAct | undefined
  rows: readonly Row[]
  onClose: () => void
  /** Called when everything that was requested is done. */
  onDone: () => void
}

/** Dialog that names an action and its versions, and runs it. It is open while there is an action. */
export function ActDialog({ opened, act, rows, onClose, onDone }: Props) {
  // What was selected when it opened: the list behind it changes while the answer is shown.
  const [asked, setAsked] = useState<{ act: EngineVersionAct; rows: readonly Row[] }>()
  if (act !== asked?.act) setAsked(act && { act, rows })
  const title =
    asked && `${acts[asked.act].verb} ${count(sorted(asked.act, asked.rows).changing.length, 'version')}?`
  return (
    <Modal opened={opened && asked !== undefined} onClose={onClose} title={title ?? ''}>
      {asked && <ActForm {...asked} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

function ActForm({ act, rows, onClose, onDone }: Omit<Props, 'act' | 'opened'> & { act: EngineVersionAct }) {
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const [progress, setProgress] = useState<number>()
  const run = useActOnAll()
  const { verb, done, already, danger } = acts[act]
  const { changing, leftOut } = sorted(act, rows)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const said = reason.trim() || null
    setProgress(0)
    try {
      const outcome = await run(
        act,
        changing.map(({ id, version }) => ({ id, version })),
        act === 'DEPRECATE' ? { deprecatedReason: said } : { reason: said },
        setProgress,
      )
      setRefused(outcome.refused)
      if (outcome.refused.length > 0) return
      onClose()
      onDone()
    } finally {
      setProgress(undefined)
    }
  }

  if (refused.length > 0) return <Refused done={done} refused={refused} onClose={onClose} />
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="md">
        <Consequences act={act} changing={changing} />
        {leftOut.length > 0 && (
          <Note style={{ overflowWrap: 'anywhere' }}>
            Left out: {named(leftOut)} {leftOut.length === 1 ? 'is' : 'are'} {already}.
          </Note>
        )}
        <Reason isShown={act === 'DEPRECATE'} value={reason} onChange={setReason} />
        {progress !== undefined && changing.length > progress && progress > 0 && (
          <Progress
            value={(progress / changing.length) * 100}
            aria-label={`${numberText(progress)} of ${count(changing.length, 'version')}`}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={progress !== undefined} {...(danger && { color: 'red' })}>
            {verb} {count(changing.length, 'version')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type RefusedProps = { done: string; refused: readonly string[]; onClose: () => void }

/** List of the versions that were refused, with reasons; the others are done. */
function Refused({ done, refused, onClose }: RefusedProps) {
  return (
    <Stack gap="md">
      <Alert color="red" role="alert" title={`Not ${done}`}>
        {refused.map((text) => (
          <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        ))}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

const meaning: Record<EngineVersionAct, string> = {
  ENABLE: 'Workspaces can use them again.',
  DISABLE: 'They can no longer be selected. Workspaces on them stay as they are.',
  DEPRECATE: 'They keep working; users are asked to upgrade.',
}

function Consequences({ act, changing }: { act: EngineVersionAct; changing: readonly Row[] }) {
  return (
    <div>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {named(changing)}
      </Text>
      <Text size="sm">{meaning[act]}</Text>
      {act !== 'ENABLE' && <Dependents ids={changing.map(({ id }) => id)} />}
    </div>
  )
}

const named = (rows: readonly Row[]): string =>
  firstNames(
    rows.map(({ version }) => version),
    20,
  )

type ReasonProps = { isShown: boolean; value: string; onChange: (reason: string) => void }

const Reason = ({ isShown, ...field }: ReasonProps) => (
  <ReasonField
    {...(isShown && { required: true, description: 'Shown to all who use these versions.' })}
    maxLength={1000}
    data-autofocus
    {...field}
  />
)
