import type { NotificationData } from '@mantine/notifications'
import { createElement } from 'react'
import { requestIdOf } from '~/data/answer'
import { onDemand } from '../dialogs/on-demand'

/** Host of toasts; part of the shell. */
export const toasts = onDemand()

export function toastDone(message: string): void {
  void show({ message, color: 'green', role: 'status', autoClose: 5_000 })
}

let undoable = 0

/** Says that a change is done, and offers for a while to undo it, once. */
export function toastUndo(message: string, undo: () => Promise<unknown>): void {
  const id = `undo ${++undoable}`
  const content = async () => {
    const { UndoMessage } = await import('./undo-message')
    const run = () => {
      void shown().then((notifications) => notifications.hide(id))
      void undo().catch(() => undefined)
    }
    return createElement(UndoMessage, { message, run })
  }
  void content().then((told) =>
    show({ id, message: told, color: 'green', role: 'status', autoClose: 20_000 }),
  )
}

const failed = new Set<string>()

/** Says that a change failed and how to find it in the logs, until it is closed or `change`, its name, is done. */
export function toastFailure(error: Error, change?: string): void {
  if (change !== undefined) failed.add(change)
  const requestId = requestIdOf(error)
  void show({
    ...(change !== undefined && { id: idOf(change) }),
    title: 'That did not work',
    message: requestId === undefined ? error.message : `${error.message} (request ${requestId})`,
    color: 'red',
    role: 'alert',
    autoClose: false,
  })
}

/** Takes back what was said of an earlier try. */
export function dropFailure(change: string): void {
  if (failed.delete(change)) void shown().then((notifications) => notifications.hide(idOf(change)))
}

const idOf = (change: string): string => `failed ${change}`

async function show(message: NotificationData): Promise<void> {
  const notifications = await shown()
  // The same failure is announced again.
  if (message.id !== undefined) notifications.hide(message.id)
  notifications.show({ ...message, closeButtonProps: { 'aria-label': 'Close' } })
}

async function shown() {
  const [{ notifications }] = await Promise.all([import('@mantine/notifications'), toasts.ask()])
  return notifications
}
