import { isToken, type Exchange, type Proof } from './access.js'
import type { Place } from './arguments.js'
import { Fault } from './fault.js'
import { idTokenFrom } from './id-token.js'
import { Platform, refusal, type Answer } from './platform.js'
import type { Progress } from './progress.js'
import { visible } from './report.js'

/** Time limit for ending a token, in milliseconds: a CI system that stops a job does not wait longer. */
const endTimeout = 5_000

interface OwnToken {
  readonly id: string
  readonly token: string
}

/** Gives the platform to `use` with the given token, or with the program's own, which ends with the use. */
export async function withPlatform<T>(
  { url, access }: Pick<Place, 'url' | 'access'>,
  signal: AbortSignal,
  progress: Progress,
  use: (platform: Platform) => Promise<T>,
): Promise<T> {
  if ('token' in access) return using(new Platform(url, access.token, signal), use)
  const own = await exchange(url, access, signal)
  try {
    return await using(new Platform(url, own.token, signal), use)
  } finally {
    await end(url, own, progress)
  }
}

/** Exchanges the word of the CI system for a token. Throws a `Fault` that says what would be accepted. */
export async function exchange(
  url: string,
  { proof, ...wanted }: Exchange,
  signal: AbortSignal,
): Promise<OwnToken> {
  const jwt = 'jwt' in proof ? proof.jwt : await idTokenFrom(proof, signal)
  const answer = await using(new Platform(url, undefined, signal), (platform) =>
    platform.exchange({ token: jwt, ...wanted }),
  )
  if (answer.status === 401) throw notAccepted(url, proof)
  if (answer.status === 422) throw unfit(answer)
  if (answer.status === 503) throw busy(url, answer)
  const token = answer.data?.attributes['token']
  if (answer.status !== 201 || !answer.data || typeof token !== 'string' || !isToken(token))
    throw refusal(answer)
  return { id: answer.data.id, token }
}

async function using<T>(platform: Platform, use: (platform: Platform) => Promise<T>): Promise<T> {
  try {
    return await use(platform)
  } finally {
    await platform.close()
  }
}

/**
 * Ends the token, also of a run that was interrupted. It ends by itself soon, so a failure here is no failure
 * of the run.
 */
async function end(url: string, { id, token }: OwnToken, progress: Progress): Promise<void> {
  const platform = new Platform(url, token, AbortSignal.timeout(endTimeout))
  try {
    const answer = await using(platform, () =>
      platform.ask('DELETE', `/authentication-tokens/${encodeURIComponent(id)}`),
    )
    if (answer.status !== 204) throw refusal(answer)
  } catch (error) {
    const why = error instanceof Fault ? error.message : 'the platform does not answer'
    progress.warn(`The token of this run was not ended, and ends by itself: ${why}`)
  }
}

/** The platform says the same of all that it does not accept. */
function notAccepted(url: string, proof: Proof): Fault {
  const about =
    'jwt' in proof
      ? `ENGINE_ID_TOKEN must be for an audience that it accepts, such as ${url}, and is exchanged once only`
      : `The CI system was asked for the audience ${proof.audience}; --audience names another`
  return new Fault('refused', `${url} does not accept the ID token of this job\n${about}`)
}

/** Fault after several tries: nothing of the job is wrong, so it may run again as it is. */
const busy = (url: string, { errors }: Answer): Fault =>
  new Fault(
    'unreachable',
    `${url} cannot exchange the ID token of this job now: ${errors.map(visible).join('; ') || 'it does not say why'}\n` +
      'Run the job again in a few minutes',
  )

interface ExchangeError {
  readonly title: string
  readonly detail?: string
  readonly meta?: { readonly claims?: Readonly<Record<string, unknown>> }
}

function unfit(answer: Answer): Fault {
  const { errors = [] } = answer.document as { errors?: readonly ExchangeError[] }
  const lines = errors.flatMap(({ title, detail = title, meta }) => [
    `${detail}${hintFor(detail)}`,
    ...Object.entries(meta?.claims ?? {}).map(
      ([claim, value]) => `  ${claim} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  ])
  return lines.length > 0 ? new Fault('refused', lines.map(visible).join('\n')) : refusal(answer)
}

function hintFor(sentence: string): string {
  if (sentence.startsWith('Organization ')) return '; --organization names it'
  return /\bidentities\b/.test(sentence) ? '; --identity names one' : ''
}
