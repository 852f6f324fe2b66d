import type { ClientRequest, ServerResponse } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** Set by Node itself, by what the connection is. */
const ofTheConnection = /^(connection|keep-alive|date|transfer-encoding)$/i
/** Set by middleware, for every request. */
const ofTheRequest = /^(x-request-id|x-ratelimit-.+)$/i
/** Of a document, which a client that has it already does not get. */
const ofTheBody = /^content-(type|length)$/i

/** Headers of an answer that is given again: the same each time but for some, whose indexes are known. */
export class HeaderList {
  constructor(
    /** Names and values alternating, as Node writes them without asking again. */
    private readonly list: readonly string[],
    private readonly variable: readonly (readonly [at: number, name: string])[],
  ) {}

  /** With those that are others for each request. */
  with(made: Headers): string[] {
    const all = [...this.list]
    for (const [at, name] of this.variable) all[at] = made[name] ?? ''
    return all
  }

  and(more: Headers): HeaderList {
    return new HeaderList([...this.list, ...Object.entries(more).flat()], this.variable)
  }
}

/** What an answer has before its document; `made` names those that it will have others of the next time. */
export function headersBefore(res: ServerResponse, made: readonly string[]): HeaderList {
  // Of the two that Node has it for, its types name one.
  const all = (res as unknown as Pick<ClientRequest, 'getRawHeaderNames'>).getRawHeaderNames()
  const names = all.filter((name) => !ofTheConnection.test(name) && !ofTheBody.test(name))
  const isMade = (name: string): boolean => ofTheRequest.test(name) || made.includes(name)
  return new HeaderList(
    names.flatMap((name) => [name, isMade(name) ? '' : String(res.getHeader(name))]),
    names.flatMap((name, index) => (isMade(name) ? [[2 * index + 1, name] as const] : [])),
  )
}
