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

/** Names of inputs in the API, with their labels: messages use the words on the screen. */
const labels: Readonly<Record<string, readonly [name: string, label: string]>> = {
  asciiArmor: ['Ascii armor', 'Public key'],
  email: ['Email', 'E-mail'],
  keyId: ['Key id', 'Signing key'],
  sha: ['Sha', 'Checksum'],
  sourceUrl: ['Source url', 'Source repository'],
  ssoGroups: ['Sso groups', 'Group'],
  ssoTeamId: ['Sso team id', 'Single sign-on group'],
  url: ['Url', 'Address'],
  username: ['Username', 'User name'],
}

/** The message of an error, in the words of the screen. */
export function messageOf({ field, message }: Pick<UserError, 'field' | 'message'>): string {
  const [name, label] = labels[field.findLast((step) => !/^\d+$/.test(step)) ?? ''] ?? []
  return name !== undefined && label !== undefined && message.startsWith(`${name} `)
    ? `${label}${message.slice(name.length)}`
    : message
}

/** Messages by the path of their input, such as `archs.0.url`, if the form has it; the rest is about the whole. */
export function sortUserErrors(
  errors: readonly UserError[],
  hasInput: (path: string) => boolean,
): { fields: Record<string, string>; rest: string[] } {
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const error of errors) {
    const path = error.field.join('.')
    const message = messageOf(error)
    if (path === '' || !hasInput(path)) rest.push(message)
    else fields[path] = fields[path] === undefined ? message : `${fields[path]}. ${message}`
  }
  return { fields, rest }
}

/** The errors of a form that is about one part of an input, such as `deprecation`: the API names the inputs within it. */
export const errorsWithin = (part: string, errors: readonly UserError[]): UserError[] =>
  errors.map((error) => (error.field[0] === part ? { ...error, field: error.field.slice(1) } : error))

/** Tells whether a change was refused until the person confirms their identity. */
export function needsConfirmation(data: unknown): boolean {
  const payloads: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : []
  return payloads.some((payload) => {
    const { userErrors } = (payload ?? {}) as { userErrors?: Partial<UserError>[] }
    return userErrors?.some(({ code }) => code === 'REAUTHENTICATION_REQUIRED') ?? false
  })
}
