/** Body of a GraphQL answer: the part that the console relies on. */
export type Answer<Data> = {
  data?: Data | null
  errors?: { message: string; extensions?: { code?: string } }[]
}

export const unauthenticated = 'UNAUTHENTICATED'

const unreachableCode = 'UNREACHABLE'

export const isNoAnswer = (answer: Answer<unknown>): boolean =>
  answer.errors?.some((error) => error.extensions?.code === unreachableCode) ?? false

export const isUnauthenticated = (answer: Answer<unknown>): boolean =>
  answer.errors?.some((error) => error.extensions?.code === unauthenticated) ?? false

/** A question that got no answer. What a person may correct comes as `userErrors` instead. */
export class ApiError extends Error {
  /** All that Next passes from the server to the error page: the code and the request. */
  readonly digest: string

  constructor(
    message: string,
    readonly code: string,
    readonly requestId: string,
  ) {
    super(message)
    this.name = 'ApiError'
    this.digest = `${code}@${requestId}`
  }
}

const digestOf = (error: unknown): string =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : ''

/** Returns the id of an error's request, to search both servers' logs for. */
export function requestIdOf(error: unknown): string | undefined {
  // Next replaces an unknown digest with its own.
  const requestId = digestOf(error).replace(/^[A-Z_]+@/, '')
  return requestId === '' ? undefined : requestId
}

/** Tells whether the API gave no answer: it is down, or hangs. */
export const isUnreachable = (error: unknown): boolean => digestOf(error).startsWith(`${unreachableCode}@`)

/**
 * The data of an answer.
 * @throws ApiError when the API answered with errors or with something that is no GraphQL answer.
 */
export function dataOf<Data>(answer: Answer<Data>, requestId: string): Data {
  const error = answer.errors?.[0]
  if (error) throw new ApiError(error.message, error.extensions?.code ?? 'UNKNOWN', requestId)
  if (!answer.data) throw new ApiError('The API sent an empty answer.', 'EMPTY', requestId)
  return answer.data
}

/** Reads a body as an answer; other text, such as a proxy's error page, becomes an error. */
export function parseAnswer<Data>(text: string, status: number): Answer<Data> {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && ('data' in body || 'errors' in body))
      return body as Answer<Data>
  } catch {
    // Said below, together with JSON that is no answer.
  }
  return {
    errors: [{ message: `The API answered with status ${status}.`, extensions: { code: 'UNREADABLE' } }],
  }
}

export const unreachable: Answer<never> = {
  errors: [{ message: 'The API does not answer.', extensions: { code: unreachableCode } }],
}
