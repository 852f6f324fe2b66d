import { messageOf, type UserError } from '../data/user-errors'
import { toastDone } from '../ui/toast'

/** Shows the outcome of a change: returns its refusals to the dialog that asked, or says by a toast that it is done. */
export function showOutcome(
  { userErrors }: { userErrors: readonly UserError[] },
  done: string,
  then?: () => void,
): string[] {
  if (userErrors.length > 0) return userErrors.map(messageOf)
  toastDone(done)
  then?.()
  return []
}
