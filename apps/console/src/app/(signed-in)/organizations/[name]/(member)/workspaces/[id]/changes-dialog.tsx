'use client'

import { Modal } from '@mantine/core'
import { ChangeList } from './change-list'

type Props = {
  opened: boolean
  onClose: () => void
  id: string
  /** Unknown where the address names a state of another page of the list. */
  serial: number | undefined
}

/** What one state changed against the one before it. */
export const ChangesDialog = ({ opened, onClose, id, serial }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={`Changes of ${serial === undefined ? 'a state' : `state ${serial}`}`}
    size="lg"
  >
    {opened && <ChangeList id={id} />}
  </Modal>
)
