import type { UserError } from '../data/user-errors'
import { toastDone } from '../ui/toast'

/** For the dialog that asked: what stood against a change; when nothing did, a toast says that it is done. */
export function told(
  { userErrors }: { userErrors: readonly UserError[] },
  done: string,
  then?: () => void,
): string[] {
  if (userErrors.length > 0) return userErrors.map(({ message }) => message)
  toastDone(done)
  then?.()
  return []
}
