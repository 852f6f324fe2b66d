// @ts-check
// A thread of its own, since reading a large state takes long.
import { parentPort } from 'node:worker_threads'
import { eachModule, resourceOf } from './format3.mjs'
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
function read(cursor, asked) {
  if (!cursor.isObject()) throw new JsonFault()
  /** Where the values stand: of several of one name the last counts, and only that is read. @type {Map<string, number>} */
  const at = new Map()
  let serialAt = { from: 0, to: 0 }
  /** @type {OutputPositions | undefined} */
  let outputs = new OutputPositions(cursor)
  /** @type {Resources | undefined} */
  let resources = new Resources()
  cursor.object((key) => {
    const from = cursor.at
    if (key === 'outputs') return void (outputs = findOutputs(cursor))
    if (key === 'resources') return void (resources = readResources(cursor))
    cursor.skip()
    if (key === 'serial') serialAt = { from, to: cursor.at }
    // The key begins with the engine's own word.
    if (/^(?!encryption)[a-z]+_version$/.test(key)) at.set('engineVersion', from)
    else if (['version', 'serial', 'lineage', 'modules', 'encrypted_data'].includes(key)) at.set(key, from)
  })
  cursor.end()
  const [version, serial, lineage, engineVersion] = ['version', 'serial', 'lineage', 'engineVersion'].map(
    (key) => {
      const from = at.get(key)
      return from === undefined ? undefined : cursor.peek(from, () => cursor.scalar())
    },
  )
  const isEncrypted = at.has('encrypted_data')
  if (!isEncrypted && typeof version !== 'number') throw new StateFault('The state has no version')
  if (!Number.isSafeInteger(serial) || Number(serial) < 0) throw new StateFault('The state has no serial')
  if (!isName(lineage)) throw new StateFault('The state has no lineage')
  const facts = { serial, serialAt, lineage, engineVersion: text(engineVersion) || null }
  if (isEncrypted) return { ...facts, ...encrypted(asked) }
  if (version === 3) return { ...facts, ...ofFormat3(cursor, at.get('modules'), serialAt, asked) }
  if (version !== 4) return { ...facts, ...uncounted('unknown', new OutputPositions(cursor), asked) }
  if (!outputs) throw new StateFault('The outputs of the state are none')
  if (!resources) throw new StateFault('The resources of the state are none')
  return { ...facts, ...resources.facts(), outputs: stored(outputs, serialAt, asked) }
}

/** @param {OutputPositions} outputs @param {{ from: number, to: number }} serialAt @param {Omit<Asked, 'bytes'>} asked */
function stored(outputs, { from, to }, { key, about, serial }) {
  const longer = serial === undefined ? 0 : String(serial).length - (to - from)
  return blocksOf(outputs, { key, about, moved: { behind: from, by: longer } })
}

/** Nothing is counted of it. @param {'unknown' | 'encrypted'} form @param {OutputPositions} outputs @param {Omit<Asked, 'bytes'>} asked */
const uncounted = (form, outputs, { key, about }) => ({
  ...{ form, resourceCount: null, contents: { resources: [], isCut: false }, providers: [], warnings: [] },
  outputs: blocksOf(outputs, { key, about, holdsAll: true }),
})

/** Only what the client says beside it is known of its outputs. */
function encrypted(/** @type {Omit<Asked, 'bytes'>} */ asked) {
  const bytes = asked.announcedOutputs
  const cursor = new JsonCursor(Buffer.from(bytes ?? '{}'))
  const none = (/** @type {string} */ warning) => {
    const outputs = new OutputPositions(cursor)
    return { ...uncounted('encrypted', outputs, asked), warnings: [warning] }
  }
  if (!bytes) return none('No outputs of at most 8 MiB came beside the encrypted state')
  try {
    const outputs = findOutputs(cursor)
    cursor.end()
    if (outputs) return uncounted('encrypted', outputs, asked)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
  }
  return none('The outputs that came beside the encrypted state cannot be read')
}

/** @param {JsonCursor} cursor @param {number | undefined} modules @param {{ from: number, to: number }} serialAt @param {Omit<Asked, 'bytes'>} asked */
function ofFormat3(cursor, modules, serialAt, asked) {
  const resources = new Resources()
  /** @type {OutputPositions | undefined} */
  let outputs = new OutputPositions(cursor)
  const readModule = (/** @type {import('./format3.mjs').Module} */ { address, ...at }) => {
    if (address === '' && at.outputs > 0) cursor.peek(at.outputs, () => (outputs = findOutputs(cursor)))
    if (at.resources === 0) return
    cursor.peek(at.resources, () => {
      if (!cursor.isObject()) return (resources.areAll &&= cursor.scalar() === null)
      cursor.object((key) => resources.add(resource3(cursor, key, address)))
    })
  }
  if (modules !== undefined) cursor.peek(modules, () => (resources.areAll &&= eachModule(cursor, readModule)))
  if (!outputs) throw new StateFault('The outputs of the state are none')
  return { ...resources.facts(), outputs: stored(outputs, serialAt, asked) }
}

/** One by its key: an instance, and each that is to be destroyed yet. */
function resource3(
  /** @type {JsonCursor} */ cursor,
  /** @type {string} */ key,
  /** @type {string} */ module,
) {
  const { mode, type } = resourceOf(key)
  if (!cursor.isObject()) {
    cursor.skip()
    return undefined
  }
  let [count, provider] = [0, '']
  cursor.object((name) => {
    if (name === 'provider') return void (provider = String(cursor.scalar()))
    if (name === 'primary' && cursor.isObject()) count++
    if (name !== 'deposed' || !cursor.isArray()) return cursor.skip()
    cursor.array(() => {
      cursor.skip()
      count++
    })
  })
  return { mode, type, module, provider, count }
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

/** What the resources of a state are: never one of their values. */
class Resources {
  /** Whether all of them could be read. */
  areAll = true
  /** @type {Map<string, Kind>} */
  #kinds = new Map()
  /** @type {Set<string>} */
  #providers = new Set()
  #count = 0
  #isCut = false

  /** Undefined is one that could not be read. */
  add(
    /** @type {{ mode: string, type: unknown, module: unknown, provider: string, count: number } | undefined} */ resource,
  ) {
    if (!resource) return void (this.areAll = false)
    const { mode, type, module, provider, count } = resource
    if (mode === 'managed') this.#count += count
    const used = source.exec(provider)?.[1]
    if (used !== undefined && this.#providers.size < mostKinds) this.#providers.add(text(used).toLowerCase())
    const kind = { mode, type: text(type), module: text(module), provider: text(provider), count }
    const key = [kind.mode, kind.type, kind.module, kind.provider].join('\0')
    const known = this.#kinds.get(key)
    if (known) known.count += count
    else if (this.#kinds.size < mostKinds) this.#kinds.set(key, kind)
    else this.#isCut = true
  }

  facts() {
    const contents = { resources: [...this.#kinds.values()], isCut: this.#isCut }
    const counted = this.areAll
      ? { form: 'counted', resourceCount: this.#count }
      : { form: 'unknown', resourceCount: null }
    return { ...counted, contents, providers: [...this.#providers], warnings: [] }
  }
}

/** Undefined where they are none. */
function readResources(/** @type {JsonCursor} */ cursor) {
  const resources = new Resources()
  if (!cursor.isArray()) return cursor.scalar() === null ? resources : undefined
  cursor.array(() => resources.add(readResource(cursor)))
  return resources
}

/** Undefined where it is none. */
function readResource(/** @type {JsonCursor} */ cursor) {
  if (!cursor.isObject()) {
    cursor.skip()
    return undefined
  }
  const at = { mode: 0, type: 0, module: 0, provider: 0 }
  let [count, areAll] = [0, true]
  cursor.object((key) => {
    if (key === 'instances') {
      count = 0
      areAll = cursor.isArray() || cursor.peek(cursor.at, () => cursor.scalar()) === null
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
  if (!areAll) return undefined
  return { mode, type: scalar('type'), module: scalar('module'), provider: String(scalar('provider')), count }
}

parentPort?.on('message', (/** @type {Asked} */ asked) => {
  const read = answerTo(asked)
  const moved = typeof read === 'string' ? [] : read.outputs.batches.map(({ bytes }) => bytes.buffer)
  parentPort?.postMessage({ read }, moved)
})

/** @typedef {{ bytes: Uint8Array<SharedArrayBuffer>, key: Uint8Array, about: string, serial?: number, announcedOutputs?: Uint8Array }} Asked */

/** What was read, or why nothing is. */
function answerTo(/** @type {Asked} */ { bytes, ...asked }) {
  try {
    return read(new JsonCursor(bytes), asked)
  } catch (error) {
    if (error instanceof StateFault) return error.message
    if (error instanceof JsonFault) return 'The state is no JSON object'
    throw error
  }
}
