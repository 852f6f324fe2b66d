'use client'

import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { count } from '~/ui/plural'
import { toastDone } from '~/ui/toast'
import { useUpdateEngineVersion } from './changes'

type Target = { id: string; version: string; usage: number }

type Props = { opened: boolean; target: Target | undefined; onClose: () => void }

/** Asks why a version should no longer be used, and deprecates it. */
export function DeprecateDialog({ opened, target, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Deprecate ${target?.version ?? ''}`}>
      {target && <DeprecateForm target={target} onClose={onClose} />}
    </Modal>
  )
}

function DeprecateForm({ target: { id, version, usage }, onClose }: { target: Target; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const update = useUpdateEngineVersion()
  const userErrors = update.data?.userErrors ?? []

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const result = await update.mutateAsync({ id, deprecated: true, deprecatedReason: reason.trim() })
    if (result.userErrors.length > 0) return
    toastDone(`${version} is deprecated.`)
    onClose()
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="md">
        <Text size="sm">
          A deprecated version keeps working
          {usage > 0 && ` for the ${count(usage, 'workspace')} on it`}; users are asked to move on. You can
          undo it.
        </Text>
        <Textarea
          label="Reason"
          description="Shown to all who use this version."
          placeholder="What is wrong with it, and what to use instead"
          autosize
          minRows={3}
          required
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {userErrors.length > 0 && (
          <Alert color="red" role="alert">
            {userErrors.map(({ message }) => message).join('. ')}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Deprecate {version}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
