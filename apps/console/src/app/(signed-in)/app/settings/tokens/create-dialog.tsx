'use client'

import { Modal } from '@mantine/core'
import { useState } from 'react'
import { CreateForm } from './create-form'
import { NewSecret } from './new-secret'

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
        <NewSecret secret={secret} onDone={close} />
      )}
    </Modal>
  )
}
