'use client'

import { Modal } from '@mantine/core'
import { ChangeList } from './change-list'

type Props = { opened: boolean; onClose: () => void; id: string }

/** What one state changed against the one before it. */
export const ChangesDialog = ({ opened, onClose, id }: Props) => (
  <Modal opened={opened} onClose={onClose} title="What this state changed" size="lg">
    {opened && <ChangeList id={id} />}
  </Modal>
)
