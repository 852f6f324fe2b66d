'use client'

import { Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { BlockConfirmation } from './block-confirmation'
import { plainText } from '../plain-text'
import { ReasonField } from '../reason-field'
import { Problems } from '../texts'

/** A question before something that cannot be undone. */
export type Confirmation = {
  /** Names the thing, such as `Delete 1.9.0?`. */
  title: string
  /** Effects of the confirmation. */
  children: ReactNode
  /** The word on the button, such as `Delete 1.9.0`. */
  action: string
  cancel?: string
  danger?: boolean | undefined
  /** Offers a field for why, which goes to the audit log; it may have to be filled in. */
  askReason?: boolean | 'required' | undefined
  /** Text to type first, such as the name of the object, if a mistake would be costly. */
  typed?: string | undefined
  /**
   * Runs the action. It returns errors, which the dialog shows and stays open. If it rejects, the dialog
   * stays open too, and the failure was shown already.
   */
  run: (reason: string | undefined) => Promise<readonly string[]> | readonly string[]
  onClose?: () => void
}

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
        {askReason && <ReasonField required={askReason === 'required'} value={reason} onChange={setReason} />}
        {typed !== undefined && <TypedName expected={typed} value={name} onChange={setName} />}
        <Problems texts={obstacles} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {cancel ?? 'Cancel'}
          </Button>
          <SubmitButton
            blocked={blocked}
            loading={pending}
            disabled={blocked === undefined && typed !== undefined && name.trim() !== typed}
            danger={danger === true}
          >
            {action}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

type TypedProps = { expected: string; value: string; onChange: (name: string) => void }

const TypedName = ({ expected, value, onChange }: TypedProps) => (
  <TextInput
    label={`Type ${expected} to confirm`}
    {...plainText}
    styles={{ label: { overflowWrap: 'anywhere' } }}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

type SubmitProps = {
  /** Reason why the dialog cannot be confirmed yet. */
  blocked: string | undefined
  loading: boolean
  disabled: boolean
  danger: boolean
  children: ReactNode
}

/** One button, blocked or not: another one in its place would lose the focus. */
function SubmitButton({ blocked, danger, ...button }: SubmitProps) {
  const blockedId = useId()
  return (
    <>
      <Tooltip label={blocked} disabled={blocked === undefined}>
        <Button
          type="submit"
          {...button}
          {...(blocked !== undefined && {
            'data-disabled': true,
            'aria-disabled': true,
            'aria-describedby': blockedId,
          })}
          {...(danger && { color: 'red' })}
        />
      </Tooltip>
      <span id={blockedId} hidden>
        {blocked}
      </span>
    </>
  )
}
