'use client'

import { Modal } from '@mantine/core'
import { useState } from 'react'
import { ShownOnce } from '../../../../../ui/shown-once'
import { CreateForm } from './create-form'

/** Makes a token and shows its secret, once. */
export function CreateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
        <CreateForm onCreated={setSecret} onCancel={close} />
      ) : (
        <ShownOnce label="Token" value={secret} copyLabel="Copy token" onDone={close}>
          It is shown this once. Keep it like a password: whoever has it acts as you.
        </ShownOnce>
      )}
    </Modal>
  )
}
