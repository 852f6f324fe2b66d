import { graphql } from './generated'
import type { UserErrorFactsFragment } from './generated/graphql'

export const UserErrorFacts = graphql(`
  fragment UserErrorFacts on UserError {
    field
    code
    message
  }
`)

/** One fact about one input, as every mutation reports it. */
export type UserError = UserErrorFactsFragment

/**
 * Messages by the path of their input, such as `archs.0.url`, for those inputs the form has; the rest is
 * about the whole.
 */
export function sortUserErrors(
  errors: readonly UserError[],
  hasInput: (path: string) => boolean,
): { fields: Record<string, string>; rest: string[] } {
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const { field, message } of errors) {
    const path = field.join('.')
    if (path === '' || !hasInput(path)) rest.push(message)
    else fields[path] = fields[path] === undefined ? message : `${fields[path]}. ${message}`
  }
  return { fields, rest }
}

/** Whether a change was refused until the person has proven anew who they are. */
export function needsConfirmation(data: unknown): boolean {
  const payloads: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : []
  return payloads.some((payload) => {
    const { userErrors } = (payload ?? {}) as { userErrors?: Partial<UserError>[] }
    return userErrors?.some(({ code }) => code === 'REAUTHENTICATION_REQUIRED') ?? false
  })
}
