'use client'

import { Modal, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const SigningKeyCreate = graphql(`
  mutation SigningKeyCreate($input: GpgKeyCreateInput!) {
    gpgKeyCreate(input: $input) {
      gpgKey {
        keyId
      }
    }
  }
`)

export function AddKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a signing key" size="lg">
      <AddKeyForm onClose={onClose} />
    </Modal>
  )
}

function AddKeyForm({ onClose }: { onClose: () => void }) {
  const { name } = useOrganization()
  const form = useForm({ initialValues: { asciiArmor: '' } })
  const add = useChange(SigningKeyCreate)

  async function submit({ asciiArmor }: { asciiArmor: string }) {
    const { gpgKey, userErrors } = await add.mutateAsync({ namespace: name, asciiArmor: asciiArmor.trim() })
    if (gpgKey) return { done: `The key ${gpgKey.keyId} is added.` }
    return userErrors.map((error) =>
      error.code === 'INVALID'
        ? { ...error, message: 'Public key is not a valid ASCII-armored PGP key' }
        : error,
    )
  }

  return (
    <DialogForm form={form} submitLabel="Add key" onClose={onClose} onSubmit={submit}>
      <Textarea
        label="Public key"
        description="As text, from BEGIN PGP PUBLIC KEY BLOCK to its END. Never paste the private key."
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('asciiArmor')}
      />
    </DialogForm>
  )
}
