'use client'

import { Button, Group, Stack, Text, Textarea, TextInput, Tooltip } from '@mantine/core'
import { useId, useState, type SubmitEvent } from 'react'
import { BlockConfirmation } from './block-confirmation'
import { plainText } from './plain-text'
import type { Confirmation } from './confirmation'
import { Problems } from './texts'

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
  const blockedId = useId()
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
          {/* One button, blocked or not: another one in its place would lose the focus. */}
          <Tooltip label={blocked} disabled={blocked === undefined}>
            <Button
              type="submit"
              loading={pending}
              disabled={blocked === undefined && typed !== undefined && name.trim() !== typed}
              {...(blocked !== undefined && {
                'data-disabled': true,
                'aria-disabled': true,
                'aria-describedby': blockedId,
              })}
              {...(danger && { color: 'red' })}
            >
              {action}
            </Button>
          </Tooltip>
          <span id={blockedId} hidden>
            {blocked}
          </span>
        </Group>
      </Stack>
    </form>
  )
}
