import { notifications } from '@mantine/notifications'
import { requestIdOf } from './failure'

const closeButtonProps = { 'aria-label': 'Close' }

/** Says that a change is done. */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'green', role: 'status', autoClose: 5_000, closeButtonProps })
}

/** Says that a change could not be made, and how to find it in the logs. Stays until it is closed. */
export function toastFailure(error: Error): void {
  const requestId = requestIdOf(error)
  notifications.show({
    title: 'That did not work',
    message: requestId === undefined ? error.message : `${error.message} (request ${requestId})`,
    color: 'red',
    role: 'alert',
    autoClose: false,
    closeButtonProps,
  })
}
