import { consoleHeader, endpoints } from '../paths'
import { type Answer, dataOf, isUnauthenticated, parseAnswer, unreachable } from './answer'
import { sendInTurn } from './send-in-turn'
import { untilConfirmed, untilSignedIn, whenOpen } from './gates'
import type { TypedDocumentString } from './generated/graphql'
import { needsConfirmation } from './user-errors'

/** Posts JSON to the console's server; a header tells it that a page of the console asks. */
export function post(endpoint: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [consoleHeader]: '1' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
}

/**
 * Asks the API from the browser. When the session has ended, or another user has taken it over, waits until the person
 * has signed in again over the page and asks once more, so that nothing typed is lost. So it does with a change that
 * needs a fresh sign-in.
 * @throws ApiError when there is no good answer.
 */
export async function request<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  await whenOpen()
  const { answer, requestId } = await answerTo<Data>({ query: document, variables }, signal)
  if (!isUnauthenticated(answer) || !(await untilSignedIn())) {
    const data = dataOf(answer, requestId)
    if (!needsConfirmation(data) || !(await untilConfirmed())) return data
  }
  return request(document, variables, signal)
}

async function answerTo<Data>(
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<{ answer: Answer<Data>; requestId: string }> {
  try {
    const response = await sendInTurn(() => post(endpoints.graphql, body, signal), signal)
    const requestId = response.headers.get('x-request-id') ?? ''
    return { answer: parseAnswer<Data>(await response.text(), response.status), requestId }
  } catch (error) {
    if (signal?.aborted) throw error
    return { answer: unreachable, requestId: '' }
  }
}
