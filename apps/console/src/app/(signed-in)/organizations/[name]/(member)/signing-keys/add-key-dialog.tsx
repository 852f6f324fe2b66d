'use client'

import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { sortUserErrors } from '~/data/user-errors'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useAddKey } from './changes'

/** Takes a public key as text. */
export function AddKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a signing key" size="lg">
      <AddKeyForm onClose={onClose} />
    </Modal>
  )
}

function AddKeyForm({ onClose }: { onClose: () => void }) {
  const { name } = useOrganization()
  const [armor, setArmor] = useState('')
  const add = useAddKey()
  const { fields, rest } = sortUserErrors(add.data?.userErrors ?? [], (path) => path === 'asciiArmor')

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const { gpgKey } = await add.mutateAsync({ namespace: name, asciiArmor: armor.trim() })
    if (!gpgKey) return
    toastDone(`The key ${gpgKey.keyId} is added.`)
    onClose()
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <Stack gap="md">
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join('. ')}
          </Alert>
        )}
        <Textarea
          label="Public key"
          description="As text, from BEGIN PGP PUBLIC KEY BLOCK to its END. Never the secret one."
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          autosize
          minRows={8}
          maxRows={16}
          spellCheck={false}
          data-autofocus
          value={armor}
          onChange={(event) => setArmor(event.currentTarget.value)}
          error={fields['asciiArmor']}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
