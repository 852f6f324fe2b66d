import type { NotificationData } from '@mantine/notifications'
import { requestIdOf } from './failure'
import { onDemand } from './on-demand'

/** Where messages pass by; of the shell. */
export const toasts = onDemand()

const closeButtonProps = { 'aria-label': 'Close' }

/** Says that a change is done. */
export function toastDone(message: string): void {
  void show({ message, color: 'green', role: 'status', autoClose: 5_000, closeButtonProps })
}

/** Says that a change could not be made, and how to find it in the logs. Stays until it is closed. */
export function toastFailure(error: Error): void {
  const requestId = requestIdOf(error)
  void show({
    title: 'That did not work',
    message: requestId === undefined ? error.message : `${error.message} (request ${requestId})`,
    color: 'red',
    role: 'alert',
    autoClose: false,
    closeButtonProps,
  })
}

async function show(message: NotificationData): Promise<void> {
  const [{ notifications }] = await Promise.all([import('@mantine/notifications'), toasts.ask()])
  notifications.show(message)
}
