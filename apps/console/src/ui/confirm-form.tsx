'use client'

import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { ActionButton } from './action-button'
import { BlockConfirmation } from './block-confirmation'
import { plainText } from './plain-text'
import type { Confirmation } from './confirmation'
import { Problems } from './texts'

const nothing = () => undefined

export function ConfirmForm({
  children,
  action,
  cancel,
  danger,
  askReason,
  typed,
  run,
  close,
}: Confirmation & { close: () => void }) {
  const [reason, setReason] = useState('')
  const [name, setName] = useState('')
  const [pending, setPending] = useState(false)
  const [blocked, setBlocked] = useState<string>()
  const [obstacles, setObstacles] = useState<readonly string[]>([])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (blocked !== undefined) return
    if (askReason === 'required' && reason.trim() === '') return setReason('')
    setPending(true)
    try {
      const found = await run(reason.trim() || undefined)
      setObstacles(found)
      if (found.length === 0) return close()
    } catch {
      setObstacles([])
    }
    setPending(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm" component="div">
          <BlockConfirmation value={setBlocked}>{children}</BlockConfirmation>
        </Text>
        {askReason && (
          <Textarea
            label={askReason === 'required' ? 'Reason' : 'Reason (optional)'}
            description="Recorded in the audit log."
            required={askReason === 'required'}
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {typed !== undefined && (
          <TextInput
            label={`Type ${typed} to confirm`}
            {...plainText}
            styles={{ label: { overflowWrap: 'anywhere' } }}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Problems texts={obstacles} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {cancel ?? 'Cancel'}
          </Button>
          {blocked === undefined ? (
            <Button
              type="submit"
              loading={pending}
              disabled={typed !== undefined && name.trim() !== typed}
              {...(danger && { color: 'red' })}
            >
              {action}
            </Button>
          ) : (
            <ActionButton disabledReason={blocked} onClick={nothing}>
              {action}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </form>
  )
}
