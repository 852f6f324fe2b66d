import type { ReactNode } from 'react'
import { onDemand } from './on-demand'

/** Host of dialogs that belong to no page; part of the shell. */
export const dialogs = onDemand()

type Dialog = {
  title: string
  closeOnClickOutside?: boolean
  onClose?: () => void
  content: (close: () => void) => ReactNode
}

export async function openDialog({ content, ...settings }: Dialog): Promise<void> {
  const [{ modals }] = await Promise.all([import('@mantine/modals'), dialogs.ask()])
  const id = modals.open({ ...settings, children: content(() => modals.close(id)) })
}
