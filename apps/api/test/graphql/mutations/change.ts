import { join } from 'node:path'
import { OriginTwin } from '../../../load/src/origin/origin-twin.js'
import { startTestApp, type TestApp } from '../../app.js'
import { onFinished } from '../../on-finished.js'
import { everyCaller, type Callers } from '../../policy/callers.js'
import { temporaryFolder } from '../../temporary-folder.js'

/** Setting of a change: the organization `acme`, whose owner makes the things to change. */
export interface Here {
  readonly app: TestApp
  readonly callers: Callers
  /** The file that the feed of engine versions is read from. */
  readonly feed: string
  /** The public registry. */
  readonly origin: OriginTwin
  /** A fresh name. */
  next(): string
}

/** The host of its providers. */
export const originHost = 'registry.example'

/** Starts the setting for all tests of a file, which begins with this call. */
export async function startHere(env: Record<string, string> = {}): Promise<Here> {
  const feed = join(await temporaryFolder(), 'feed.json')
  const origin = await new OriginTwin().listen()
  onFinished(() => origin.close())
  const settings = { PUBLIC_REGISTRY_URL: origin.url, PUBLIC_REGISTRY_HOST: originHost }
  const app = await startTestApp({ ENGINE_VERSIONS_FEED: feed, ...settings, ...env })
  let count = 0
  return { app, callers: await everyCaller(app), feed, origin, next: () => String(++count) }
}

/** The contract of one mutation. */
export interface Change {
  /** The operations of `/api/v2` that do the same. */
  readonly rest: readonly string[]
  /** The operation that asks for the same right, where none does the same or an empty body names nothing. */
  readonly asks?: string
  /** A caller who may. */
  readonly by: 'admin' | 'owner'
  /** A good input, with whatever it is about freshly made. */
  input(here: Here): Promise<Record<string, unknown>>
  /** Fields of the payload, in addition to its errors. */
  readonly answer: string
  /** Expected part of a successful answer. */
  gives(input: Record<string, unknown>): object
  /** Parts of an input that are wrong, and what is then said of which field. */
  readonly wrong?: { readonly input: object; readonly field: readonly string[]; readonly code: string }
  /** The action of its row in the audit log. */
  readonly audit: string
  /** True if every user may do it, each to things that they own. */
  readonly isCallers?: boolean
}

/** Context of the process itself, for acts that the owner of an organization may not do. */
export const system = ({ callers }: Here) =>
  ({ ...callers.owner.ctx, actor: { type: 'system', name: 'test' } }) as const

export const deletion = {
  answer: 'deletedId',
  gives: ({ id }: Record<string, unknown>): object => ({ deletedId: id }),
}
