import { ApiError, unreachable } from '../data/answer'
import type { UserError } from '../data/user-errors'
import { sendToApi, type Caller } from './upstream'

/** What a one-time link is for: a first account, or a new password of somebody who has one. */
export type InvitationKind = 'account' | 'password'

type Outcome = { username: string } | { userErrors: readonly UserError[] }

/** The parts of a JSON:API document that matter here. */
type Document = {
  data?: { attributes?: { username?: string } }
  errors?: { detail?: string; title?: string; source?: { pointer?: string } }[]
}

const linkIsNotGood: UserError = { field: [], code: 'NOT_FOUND', message: 'This link is not good any more' }

/**
 * What a link leads to, or undefined when it is forged, old or used. The API tells it by what it misses in an empty
 * answer to the invitation, which leaves the link as good as it was.
 */
export async function findInvitation(caller: Caller, token: string): Promise<InvitationKind | undefined> {
  const outcome = await acceptInvitation(caller, token, {})
  if (!('userErrors' in outcome) || outcome.userErrors.includes(linkIsNotGood)) return undefined
  return outcome.userErrors.some(({ field }) => field[0] === 'username') ? 'account' : 'password'
}

/**
 * Uses a link: from then on the password holds.
 * @throws ApiError when there is no good answer.
 */
export async function acceptInvitation(
  caller: Caller,
  token: string,
  input: { username?: string; password?: string },
): Promise<Outcome> {
  const path = `/api/v2/invitations/${encodeURIComponent(token)}`
  const response = await sendToApi(JSON.stringify(input), caller, path).catch(() => undefined)
  if (response?.status === 404) return { userErrors: [linkIsNotGood] }
  const { data, errors = [] } = ((await response?.json().catch(() => undefined)) ?? {}) as Document
  const username = data?.attributes?.username
  if (response?.ok && username !== undefined) return { username }
  if (response?.status === 422) return { userErrors: errors.map(toUserError) }
  throw noAnswer(response, caller)
}

const toUserError = ({ detail, title, source }: NonNullable<Document['errors']>[number]): UserError => ({
  field: (source?.pointer ?? '').split('/').slice(1),
  code: 'INVALID',
  message: detail ?? title ?? 'This was refused',
})

function noAnswer(response: Response | undefined, { requestId }: Caller): ApiError {
  if (response?.status === 429)
    return new ApiError('Too many tries. Wait a moment.', 'RATE_LIMITED', requestId)
  const text = response
    ? `The API answered with status ${response.status}.`
    : unreachable.errors?.[0]?.message
  return new ApiError(text ?? '', response ? 'UNREADABLE' : 'UNREACHABLE', requestId)
}
