// @ts-check
// A thread of its own, since reading a large state takes long.
import { parentPort } from 'node:worker_threads'
import { JsonCursor, JsonFault } from './json-cursor.mjs'

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

function read(/** @type {JsonCursor} */ cursor) {
  if (!cursor.isObject()) throw new JsonFault()
  /** @type {{ version?: unknown, serial?: unknown, lineage?: unknown, engineVersion?: unknown }} */
  const facts = {}
  let serialAt = { from: 0, to: 0 }
  let outputs = noOutputs()
  let contents = noContents()
  cursor.object((key) => {
    if (key === 'version' || key === 'lineage') facts[key] = cursor.scalar()
    else if (key === 'serial') {
      const from = cursor.at
      facts.serial = cursor.scalar()
      serialAt = { from, to: cursor.at }
    } else if (key === 'outputs') outputs = readOutputs(cursor)
    else if (key === 'resources') contents = readResources(cursor)
    // The key begins with the engine's own word.
    else if (/^[a-z]+_version$/.test(key)) facts.engineVersion = cursor.scalar()
    else cursor.skip()
  })
  cursor.end()
  const { version, serial, lineage } = facts
  if (typeof version !== 'number') throw new StateFault('The state has no version')
  if (!Number.isSafeInteger(serial) || Number(serial) < 0) throw new StateFault('The state has no serial')
  if (!isName(lineage)) throw new StateFault('The state has no lineage')
  if (!outputs) throw new StateFault('The outputs of the state are none')
  if (!contents) throw new StateFault('The resources of the state are none')
  const engineVersion = text(facts.engineVersion) || null
  return { serial, serialAt, lineage, engineVersion, ...contents, outputs }
}

/** @typedef {{ name: string, sensitive: boolean, type: unknown, json: string }} Output */

/** @returns {Output[] | undefined} */
const noOutputs = () => []

function readOutputs(/** @type {JsonCursor} */ cursor) {
  if (!cursor.isObject()) return cursor.scalar() === null ? noOutputs() : undefined
  const read = new Map()
  let areAll = true
  cursor.object((name) => {
    if (cursor.isObject() && isName(name)) return void read.set(name, readOutput(cursor, name))
    cursor.skip()
    areAll = false
  })
  return areAll ? [...read.values()] : undefined
}

function readOutput(/** @type {JsonCursor} */ cursor, /** @type {string} */ name) {
  const output = { name, sensitive: false, type: 'dynamic', json: 'null' }
  cursor.object((key) => {
    if (key === 'value') output.json = cursor.text()
    else if (key === 'sensitive') output.sensitive = cursor.scalar() === true
    else if (key === 'type') {
      const type = cursor.text()
      output.type = isStorable(type) ? JSON.parse(type) : 'dynamic'
    } else cursor.skip()
  })
  return output
}

const isStorable = (/** @type {string} */ type) => !/\\u(0000|d[89a-f])/i.test(type)

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
    const { resource, count } = readResource(cursor)
    const mode = resource['mode'] === 'data' ? 'data' : 'managed'
    if (mode === 'managed') resourceCount += count
    const used = source.exec(String(resource['provider']))?.[1]
    if (used !== undefined && providers.size < mostKinds) providers.add(text(used).toLowerCase())
    const [type = '', module = '', provider = ''] = ['type', 'module', 'provider'].map((key) =>
      text(resource[key]),
    )
    const key = JSON.stringify([mode, type, module, provider])
    const known = kinds.get(key)
    if (known) known.count += count
    else if (kinds.size < mostKinds) kinds.set(key, { mode, type, module, provider, count })
    else isCut = true
  })
  return { resourceCount, contents: { resources: [...kinds.values()], isCut }, providers: [...providers] }
}

function readResource(/** @type {JsonCursor} */ cursor) {
  /** @type {Record<string, unknown>} */
  const resource = {}
  let count = 0
  cursor.object((key) => {
    if (key === 'instances') {
      count = 0
      if (cursor.isArray())
        cursor.array(() => {
          cursor.skip()
          count++
        })
      else cursor.skip()
    } else if (['mode', 'type', 'module', 'provider'].includes(key)) resource[key] = cursor.scalar()
    else cursor.skip()
  })
  return { resource, count }
}

parentPort?.on('message', (/** @type {Uint8Array<SharedArrayBuffer>} */ bytes) => {
  parentPort?.postMessage({ read: answerTo(bytes) }, [])
})

/** What was read, or why nothing is. */
function answerTo(/** @type {Uint8Array<SharedArrayBuffer>} */ { buffer, byteOffset, byteLength }) {
  try {
    return read(new JsonCursor(Buffer.from(buffer, byteOffset, byteLength)))
  } catch (error) {
    if (error instanceof StateFault) return error.message
    if (error instanceof JsonFault) return 'The state is no JSON object'
    throw error
  }
}
