import { type Answer, ApiError } from '../data/answer'
import { post } from '../data/request'
import { tellOtherTabs } from '../data/tabs'
import type { UserError } from '../data/user-errors'

/** Answer of the console's server to a sign-in or a set-up: the user, or the errors. */
type SessionAnswer = Answer<never> & {
  userId?: string
  /** A code is still needed. */
  challenge?: string
  /** The account or its password is made, and the person signs in with it. */
  made?: boolean
  userErrors?: UserError[]
}

/**
 * Posts credentials to the console's server, which keeps the session in a cookie that no script can read. The other
 * tabs are told who it is now.
 * @throws ApiError when there is no good answer.
 */
export async function postCredentials(
  endpoint: string,
  fields: Record<string, string>,
): Promise<{
  userId: string | undefined
  challenge: string | undefined
  made: boolean
  userErrors: readonly UserError[]
}> {
  const response = await post(endpoint, fields).catch(() => undefined)
  const requestId = response?.headers.get('x-request-id') ?? ''
  const answer = (await response?.json().catch(() => undefined)) as SessionAnswer | undefined
  const error = answer?.errors?.[0]
  if (!answer || error)
    throw new ApiError(
      error?.message ?? 'The console does not answer.',
      error?.extensions?.code ?? '',
      requestId,
    )
  if (answer.userId !== undefined) tellOtherTabs({ kind: 'signed-in', userId: answer.userId })
  const { userId, challenge, made = false, userErrors = [] } = answer
  return { userId, challenge, made, userErrors }
}

/** The texts of a form as they stand in its inputs, also those that were filled in before scripts ran. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts[name] = value
  return texts
}
