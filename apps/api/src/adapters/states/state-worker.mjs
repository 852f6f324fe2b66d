// @ts-check
// A separate thread, since reading a large state takes long.
import { parentPort } from 'node:worker_threads'
import { eachModule, resourceOf } from './format3.mjs'
import { JsonCursor, JsonFault } from './json-cursor.mjs'
import { release } from './release.mjs'
import { blocksOf, OutputPositions } from './state-outputs.mjs'
import { InstanceKeys, listedText, ResourceBlocks } from './state-resources.mjs'

const mostKinds = 1000
const longest = 255

/** Characters that no database stores: NUL, and half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/gu

/**
 * Provider of the engine's configuration: `provider["host/namespace/type"]`, within a module, with an alias.
 */
const source = /provider\["([^"\]]{1,255})"\]/

/** Fault of JSON that is no state. */
class StateFault extends Error {}

const text = (/** @type {unknown} */ value) =>
  typeof value === 'string' ? value.slice(0, longest).replace(unstorable, '\ufffd') : ''

/** @param {unknown} value @returns {value is string} */
const isName = (value) =>
  typeof value === 'string' && value !== '' && value.length <= longest && value.search(unstorable) < 0

/** @param {JsonCursor} cursor @param {Omit<Asked, 'bytes'>} asked */
function read(cursor, asked) {
  if (!cursor.isObject()) throw new JsonFault()
  /**
   * Positions of the values: of several of one name the last counts, and only that is read. @type
   * {Map<string, number>}
   */
  const at = new Map()
  let serialAt = { from: 0, to: 0 }
  /** @type {OutputPositions | undefined} */
  let outputs = new OutputPositions(cursor)
  /** @type {Resources | undefined} */
  let resources = new Resources(asked)
  cursor.object((key) => {
    const from = cursor.at
    if (key === 'outputs') return void (outputs = findOutputs(cursor))
    if (key === 'resources') return void (resources = readResources(cursor, asked))
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
function stored(outputs, { from, to }, { keys, about, serial }) {
  const longer = serial === undefined ? 0 : String(serial).length - (to - from)
  return blocksOf(outputs, { key: keys.outputs, about, moved: { behind: from, by: longer } })
}

const unlisted = { count: 0, batches: [] }

/**
 * Result without counts. @param {'unknown' | 'encrypted'} form @param {OutputPositions} outputs @param
 * {Omit<Asked, 'bytes'>} asked
 */
const uncounted = (form, outputs, { keys, about }) => ({
  ...{ form, resourceCount: null, contents: { resources: [], isCut: false }, providers: [], warnings: [] },
  outputs: blocksOf(outputs, { key: keys.outputs, about, storesAll: true }),
  resources: unlisted,
})

/** Reads the outputs of an encrypted state: they are known only from what the client sends with it. */
function encrypted(/** @type {Omit<Asked, 'bytes'>} */ asked) {
  const bytes = asked.announcedOutputs
  const cursor = new JsonCursor(Buffer.from(bytes ?? '{}'))
  const none = (/** @type {string} */ warning) => {
    const outputs = new OutputPositions(cursor)
    return { ...uncounted('encrypted', outputs, asked), warnings: [warning] }
  }
  if (!bytes) return none('No outputs of at most 8 MiB came with the encrypted state')
  try {
    const outputs = findOutputs(cursor)
    cursor.end()
    if (outputs) return uncounted('encrypted', outputs, asked)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
  }
  return none('The outputs that came with the encrypted state cannot be read')
}

/** @param {JsonCursor} cursor @param {number | undefined} modules @param {{ from: number, to: number }} serialAt @param {Omit<Asked, 'bytes'>} asked */
function ofFormat3(cursor, modules, serialAt, asked) {
  const resources = new Resources(asked)
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

/** One by its key: an instance, and each that is to be destroyed yet, which no list has. @returns {Resource | undefined} */
function resource3(
  /** @type {JsonCursor} */ cursor,
  /** @type {string} */ key,
  /** @type {string} */ module,
) {
  const { mode, type, name, index } = resourceOf(key)
  if (!cursor.isObject()) {
    cursor.skip()
    return undefined
  }
  let [count, isThere] = [0, false]
  /** @type {unknown} */
  let provider = ''
  cursor.object((part) => {
    if (part === 'provider') return void (provider = cursor.scalar())
    if (part === 'primary') {
      isThere = cursor.isObject()
      if (isThere) count++
    }
    if (part !== 'deposed' || !cursor.isArray()) return cursor.skip()
    cursor.array(() => {
      cursor.skip()
      count++
    })
  })
  const shared = sharedBy(module, type, name, provider)
  return { mode, type, module, provider: String(provider), count, shared, keys: isThere ? [index] : [] }
}

/** @param {unknown[]} texts @returns {import('./state-resources.mjs').Shared} */
function sharedBy(...texts) {
  const [module = '', type = '', name = '', provider = ''] = texts.map(listedText)
  return [module, type, name, provider]
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
/** @typedef {{ mode: string, type: unknown, module: unknown, provider: string, count: number, shared: import('./state-resources.mjs').Shared, keys: Iterable<string | null> }} Resource */

/** Resources of a state, without any of their values. */
class Resources {
  /** True if all of them could be read. */
  areAll = true
  /** @type {Map<string, Kind>} */
  #kinds = new Map()
  /** @type {Set<string>} */
  #providers = new Set()
  #count = 0
  #isCut = false
  #listed

  constructor(/** @type {Omit<Asked, 'bytes'>} */ { keys, about }) {
    this.#listed = new ResourceBlocks({ key: keys.resources, about })
  }

  /** Undefined is one that could not be read. */
  add(/** @type {Resource | undefined} */ resource) {
    if (!resource) return void (this.areAll = false)
    const { mode, type, module, provider, count, shared, keys } = resource
    if (mode === 'managed') {
      this.#count += count
      this.#listed.add(shared, keys)
    }
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
    const listed = this.#listed.end()
    const counted = this.areAll
      ? { form: 'counted', resourceCount: this.#count, resources: listed }
      : { form: 'unknown', resourceCount: null, resources: unlisted }
    return { ...counted, contents, providers: [...this.#providers], warnings: [] }
  }
}

/** Undefined where they are none. */
function readResources(/** @type {JsonCursor} */ cursor, /** @type {Omit<Asked, 'bytes'>} */ asked) {
  const resources = new Resources(asked)
  const keys = new InstanceKeys()
  if (!cursor.isArray()) return cursor.scalar() === null ? resources : undefined
  cursor.array(() => resources.add(readResource(cursor, keys)))
  return resources
}

/** Undefined where it is none. @param {JsonCursor} cursor @param {InstanceKeys} keys @returns {Resource | undefined} */
function readResource(cursor, keys) {
  if (!cursor.isObject()) {
    cursor.skip()
    return undefined
  }
  const at = { mode: 0, type: 0, name: 0, module: 0, provider: 0 }
  let [count, areAll] = [0, true]
  keys.clear()
  cursor.object((key) => {
    if (key === 'instances') {
      count = 0
      keys.clear()
      areAll = cursor.isArray() || cursor.peek(cursor.at, () => cursor.scalar()) === null
      if (cursor.isArray())
        return cursor.array(() => {
          addInstance(cursor, keys)
          count++
        })
    } else if (isAt(key, at)) at[key] = cursor.at
    cursor.skip()
  })
  const scalar = (/** @type {keyof typeof at} */ key) =>
    at[key] === 0 ? undefined : cursor.peek(at[key], () => cursor.scalar())
  const mode = scalar('mode') === 'data' ? 'data' : 'managed'
  if (!areAll) return undefined
  const [type, name, module, provider] = [
    scalar('type'),
    scalar('name'),
    scalar('module'),
    scalar('provider'),
  ]
  const shared = sharedBy(module, type, name, provider)
  return { mode, type, module, provider: String(provider), count, shared, keys: keys.texts(cursor) }
}

/** @template {object} At @param {string} key @param {At} at @returns {key is keyof At & string} */
const isAt = (key, at) => Object.hasOwn(at, key)

/** Finds what tells an instance from others of its resource; what is left to be destroyed is in no list. */
function addInstance(/** @type {JsonCursor} */ cursor, /** @type {InstanceKeys} */ keys) {
  if (!cursor.isObject()) return cursor.skip()
  let [key, deposed] = [0, 0]
  cursor.object((part) => {
    if (part === 'index_key') key = cursor.at
    else if (part === 'deposed') deposed = cursor.at
    cursor.skip()
  })
  const isDeposed = deposed > 0 && Boolean(cursor.peek(deposed, () => cursor.scalar()))
  if (!isDeposed) keys.add(key)
}

parentPort?.on('message', (/** @type {Asked} */ asked) => {
  const read = answerTo(asked)
  const batches = typeof read === 'string' ? [] : [...read.outputs.batches, ...read.resources.batches]
  parentPort?.postMessage(
    { read },
    batches.map(({ bytes }) => bytes.buffer),
  )
})

/** @typedef {{ outputs: Uint8Array, resources: Uint8Array }} Keys */
/** @typedef {{ bytes: Uint8Array<ArrayBuffer>, keys: Keys, about: string, serial?: number, announcedOutputs?: Uint8Array }} Asked */

const marks = new Map([
  ['efbbbf', 'UTF-8'],
  ['fffe', 'UTF-16'],
  ['feff', 'UTF-16'],
])

/** The advice for a file that an editor or a shell wrote with a mark of its encoding, which nothing shows. */
function marked(/** @type {Uint8Array} */ bytes) {
  const begin = Buffer.from(bytes.subarray(0, 3)).toString('hex')
  const encoding = [...marks].find(([mark]) => begin.startsWith(mark))?.[1]
  return encoding
    ? `: it begins with the byte order mark of ${encoding}; write it as UTF-8 without a mark`
    : ''
}

/** Result of reading a state, or the reason why it could not be read. */
function answerTo(/** @type {Asked} */ { bytes, ...asked }) {
  try {
    return read(new JsonCursor(bytes), asked)
  } catch (error) {
    if (error instanceof StateFault) return error.message
    if (error instanceof JsonFault) return `The state is no JSON object${marked(bytes)}`
    throw error
  } finally {
    release([bytes.buffer])
  }
}
