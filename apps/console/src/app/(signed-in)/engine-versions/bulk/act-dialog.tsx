'use client'

import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { graphql } from '~/data/generated'
import type { EngineVersionAct } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { count } from '~/ui/plural'
import { Note } from '~/ui/texts'
import { toastDone } from '~/ui/toast'
import { acts, named, sorted, workspacesOn, type Row } from './acts'

/** What is refused comes back as `userErrors`, of a version under `ids` and its index. */
const EngineVersionsAct = graphql(`
  mutation EngineVersionsAct($input: EngineVersionsActInput!) {
    engineVersionsAct(input: $input) {
      changed {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type Props = {
  opened: boolean
  act: EngineVersionAct | undefined
  rows: readonly Row[]
  onClose: () => void
  /** Everything that was asked for is done. */
  onDone: () => void
}

/** Says what would be done with which versions, and does it. Open while there is an act. */
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
  const run = useChange(EngineVersionsAct)
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
      userErrors.map(({ field: [list, place], code, message }) => {
        const row = list === 'ids' ? changing[Number(place)] : undefined
        const why = code === 'NOT_FOUND' ? 'it no longer exists' : message
        return row ? `${row.version}: ${why}.` : `${message}.`
      }),
    )
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
        <Textarea
          {...(act === 'DEPRECATE'
            ? { label: 'Reason', required: true, description: 'Shown to all who use these versions.' }
            : { label: 'Reason (optional)', description: 'Recorded in the audit log.' })}
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={run.isPending}>
            {verb} {count(changing.length, 'version')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What was not done, and why; the rest is done. */
function Refused({
  done,
  refused,
  onClose,
}: {
  done: string
  refused: readonly string[]
  onClose: () => void
}) {
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

function Consequences({ act, changing }: { act: EngineVersionAct; changing: readonly Row[] }) {
  const workspaces = workspacesOn(changing)
  const on = workspaces === 0 ? 'No workspace is on them.' : `${count(workspaces, 'workspace')} on them`
  const stay = workspaces === 1 ? 'stays as it is' : 'stay as they are'
  const words: Record<EngineVersionAct, string> = {
    ENABLE: 'They can be chosen from then on.',
    DISABLE: `They can no longer be selected. ${on}${workspaces === 0 ? '' : ` ${stay}.`}`,
    DEPRECATE: `They keep working; users are asked to upgrade. ${on}${workspaces === 0 ? '' : ` ${stay}.`}`,
  }
  return (
    <div>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {named(changing)}
      </Text>
      <Text size="sm">{words[act]}</Text>
    </div>
  )
}
