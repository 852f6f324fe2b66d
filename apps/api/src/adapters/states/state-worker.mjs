// @ts-check
// A thread of its own, since reading a large state takes long.
import { parentPort } from 'node:worker_threads'
import { JsonCursor, JsonFault } from './json-cursor.mjs'
import { blocksOf, OutputPositions } from './state-outputs.mjs'

const mostKinds = 1000
const longest = 255

/** What no database stores: NUL, and half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/gu

/** Of a provider of the engine's configuration: `provider["host/namespace/type"]`, within a module, with an alias. */
const source = /provider\["([^"\]]{1,255})"\]/

/** It is JSON, but no state. */
class StateFault extends Error {}

const text = (/** @type {unknown} */ value) =>
  typeof value === 'string' ? value.slice(0, longest).replace(unstorable, '\ufffd') : ''

/** @param {unknown} value @returns {value is string} */
const isName = (value) =>
  typeof value === 'string' && value !== '' && value.length <= longest && value.search(unstorable) < 0

/** @param {JsonCursor} cursor @param {Omit<Asked, 'bytes'>} asked */
function read(cursor, { key, about, serial: newSerial }) {
  if (!cursor.isObject()) throw new JsonFault()
  /** Where the values stand: of several of one name the last counts, and only that is read. @type {Map<string, number>} */
  const at = new Map()
  let serialAt = { from: 0, to: 0 }
  /** @type {OutputPositions | undefined} */
  let outputs = new OutputPositions(cursor)
  let contents = noContents()
  cursor.object((key) => {
    const from = cursor.at
    if (key === 'outputs') return void (outputs = findOutputs(cursor))
    if (key === 'resources') return void (contents = readResources(cursor))
    cursor.skip()
    if (key === 'serial') serialAt = { from, to: cursor.at }
    // The key begins with the engine's own word.
    if (/^[a-z]+_version$/.test(key)) at.set('engineVersion', from)
    else if (['version', 'serial', 'lineage'].includes(key)) at.set(key, from)
  })
  cursor.end()
  const [version, serial, lineage, engineVersion] = ['version', 'serial', 'lineage', 'engineVersion'].map(
    (key) => {
      const from = at.get(key)
      return from === undefined ? undefined : cursor.peek(from, () => cursor.scalar())
    },
  )
  if (typeof version !== 'number') throw new StateFault('The state has no version')
  if (!Number.isSafeInteger(serial) || Number(serial) < 0) throw new StateFault('The state has no serial')
  if (!isName(lineage)) throw new StateFault('The state has no lineage')
  if (!outputs) throw new StateFault('The outputs of the state are none')
  if (!contents) throw new StateFault('The resources of the state are none')
  const facts = { serial, serialAt, lineage, engineVersion: text(engineVersion) || null, ...contents }
  const { from, to } = serialAt
  const longer = newSerial === undefined ? 0 : String(newSerial).length - (to - from)
  return { ...facts, outputs: blocksOf(outputs, { key, about, moved: { behind: from, by: longer } }) }
}

/** Undefined where they are none. */
function findOutputs(/** @type {JsonCursor} */ cursor) {
  const outputs = new OutputPositions(cursor)
  if (!cursor.isObject()) return cursor.scalar() === null ? outputs : undefined
  let areAll = true
  cursor.members((from, to) => {
    if (cursor.isObject()) outputs.add(from, to, cursor.at)
    else areAll = false
    cursor.skip()
  })
  return areAll ? outputs : undefined
}

/** @typedef {{ mode: string, type: string, module: string, provider: string, count: number }} Kind */
/** @typedef {{ resources: Kind[], isCut: boolean }} Contents */

/** @returns {{ resourceCount: number, contents: Contents, providers: string[] } | undefined} */
const noContents = () => ({ resourceCount: 0, contents: { resources: [], isCut: false }, providers: [] })

function readResources(/** @type {JsonCursor} */ cursor) {
  if (!cursor.isArray()) return cursor.scalar() === null ? noContents() : undefined
  /** @type {Map<string, Kind>} */
  const kinds = new Map()
  /** @type {Set<string>} */
  const providers = new Set()
  let resourceCount = 0
  let isCut = false
  cursor.array(() => {
    if (!cursor.isObject()) return cursor.skip()
    const { mode, type, module, provider, count } = readResource(cursor)
    if (mode === 'managed') resourceCount += count
    const used = source.exec(provider)?.[1]
    if (used !== undefined && providers.size < mostKinds) providers.add(text(used).toLowerCase())
    const kind = { mode, type: text(type), module: text(module), provider: text(provider), count }
    const key = [kind.mode, kind.type, kind.module, kind.provider].join('\0')
    const known = kinds.get(key)
    if (known) known.count += count
    else if (kinds.size < mostKinds) kinds.set(key, kind)
    else isCut = true
  })
  return { resourceCount, contents: { resources: [...kinds.values()], isCut }, providers: [...providers] }
}

function readResource(/** @type {JsonCursor} */ cursor) {
  const at = { mode: 0, type: 0, module: 0, provider: 0 }
  let count = 0
  cursor.object((key) => {
    if (key === 'instances') {
      count = 0
      if (cursor.isArray())
        return cursor.array(() => {
          cursor.skip()
          count++
        })
    } else if (key === 'mode' || key === 'type' || key === 'module' || key === 'provider') at[key] = cursor.at
    cursor.skip()
  })
  const scalar = (/** @type {keyof typeof at} */ key) =>
    at[key] === 0 ? undefined : cursor.peek(at[key], () => cursor.scalar())
  const mode = scalar('mode') === 'data' ? 'data' : 'managed'
  return { mode, type: scalar('type'), module: scalar('module'), provider: String(scalar('provider')), count }
}

parentPort?.on('message', (/** @type {Asked} */ asked) => {
  const read = answerTo(asked)
  const moved = typeof read === 'string' ? [] : read.outputs.batches.map(({ bytes }) => bytes.buffer)
  parentPort?.postMessage({ read }, moved)
})

/** @typedef {{ bytes: Uint8Array<SharedArrayBuffer>, key: Uint8Array, about: string, serial?: number }} Asked */

/** What was read, or why nothing is. */
function answerTo(/** @type {Asked} */ { bytes: { buffer, byteOffset, byteLength }, ...asked }) {
  try {
    return read(new JsonCursor(Buffer.from(buffer, byteOffset, byteLength)), asked)
  } catch (error) {
    if (error instanceof StateFault) return error.message
    if (error instanceof JsonFault) return 'The state is no JSON object'
    throw error
  }
}
