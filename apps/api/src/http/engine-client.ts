import type { IncomingMessage } from 'node:http'
import { engineVersionMaximumLength, isEngineVersion } from '@engine/shared'
import { otherClient, type EngineClient } from '../kernel/engine-client.js'
import { aliasesOf } from './aliases.js'

const mostRead = 1000

/**
 * Reads the engine and its version from the version header of each alias, or else from the user agent. A fork sends the
 * same header, and the same version, without its suffix, in a user agent of another word. A program that does neither is another client.
 */
export function engineClientReader(aliases: readonly string[]): (req: IncomingMessage) => EngineClient {
  const names = aliasesOf('x-engine-version', aliases).map(({ name }) => name.toLowerCase())
  const engineNames = new Set(['engine', ...aliases])
  // A cache: the same few words come with every request.
  const read = new Map<string, EngineClient>()
  return ({ headers }) => {
    const agent = headers['user-agent'] ?? ''
    let sent: string | string[] | undefined
    for (const name of names) sent ??= headers[name]
    const key = `${agent}\n${String(sent)}`
    const known = read.get(key)
    if (known) return known
    const client = clientOf(agent, sent, engineNames)
    if (read.size >= mostRead) read.clear()
    if (key.length <= 500) read.set(key, client)
    return client
  }
}

/** True where a user agent names this version; a fork leaves out there that it is a pre-release. */
const isOf = (version: string, named: string): boolean =>
  named !== '' && (version === named || version.startsWith(`${named}-`))

function clientOf(
  agent: string,
  sent: string | string[] | undefined,
  engineNames: ReadonlySet<string>,
): EngineClient {
  const [, program = '', announced = ''] =
    /^([A-Za-z][A-Za-z0-9]{1,30})\/([0-9A-Za-z.+-]{1,128})(?: |$)/.exec(agent) ?? []
  const version = sent === undefined ? announced : String(sent)
  const isOwn = engineNames.has(program.toLowerCase())
  const kind =
    sent === undefined ? (isOwn ? 'engine' : 'other') : !isOwn && isOf(version, announced) ? 'fork' : 'engine'
  return kind !== 'other' && version.length <= engineVersionMaximumLength && isEngineVersion(version)
    ? { engine: kind, version }
    : otherClient
}
