'use client'

import { Modal } from '@mantine/core'
import { useState } from 'react'
import { ShownOnce } from '~/ui/shown-once'
import { CreateForm, type CreateToken } from './create-form'

type Props = {
  opened: boolean
  onClose: () => void
  /** What anyone can do who has it, such as `acts as you`. */
  holder: string
  /** Said of the description; without it there is none. */
  aboutDescription?: string | undefined
  /** False for a token that is made for one thing. */
  takesScopes?: boolean
  create: CreateToken
}

/** Makes a token and shows its secret, once. */
export function CreateDialog({ opened, onClose, holder, ...form }: Props) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setSecret(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={secret === undefined ? 'New token' : 'Copy your token now'}
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <CreateForm {...form} onCreated={setSecret} onCancel={close} />
      ) : (
        <ShownOnce label="Token" value={secret} copyLabel="Copy token" onDone={close}>
          It is shown only once. Keep it secret like a password: anyone who has it {holder}.
        </ShownOnce>
      )}
    </Modal>
  )
}
