// @ts-check
// A thread of its own, since reading a large state takes long.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { eachModule, resourceOf } from './format3.mjs'
import { JsonCursor } from './json-cursor.mjs'

const longest = 500

/** @typedef {{ id: string, address: string, name: string, module: string, provider: string, type: string, index: string | null }} Resource */
/** @typedef {{ skip: number, take: number, search?: string }} Range The text stands in lower case. */
/** @typedef {{ count: number, items: Resource[] }} Found */

const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value.slice(0, longest) : '')

/** Of what names a provider in a state, what is within the last quotes or stands bare. */
const source = /(?:^|")([^"[\]]+)"?\]?(?:\.[\w-]+)?$/

/** `namespace/type`, whatever host it comes from. */
const providerOf = (/** @type {string} */ named) =>
  (source.exec(named)?.[1] ?? named).split('/').slice(-2).join('/').slice(0, longest)

/** The managed ones within the range, and how many there are in all. */
function resourcesOf(/** @type {JsonCursor} */ cursor, /** @type {Range} */ range) {
  const found = { count: 0, /** @type {Resource[]} */ items: [] }
  cursor.object((key) => {
    if (key === 'modules') return void eachModule(cursor, (module) => addModule(cursor, module, range, found))
    if (key !== 'resources' || !cursor.isArray()) return cursor.skip()
    cursor.array(() => (cursor.isObject() ? addResource(cursor, range, found) : cursor.skip()))
  })
  return found
}

/** Those of a module of a state of format 3. @param {JsonCursor} cursor @param {import('./format3.mjs').Module} module @param {Range} range @param {Found} found */
function addModule(cursor, { address, resources }, range, found) {
  if (resources === 0) return
  cursor.peek(resources, () => {
    if (!cursor.isObject()) return
    cursor.object((key) => {
      const { mode, type, name, index } = resourceOf(key)
      const facts = { module: address, type, name, provider: '' }
      let isThere = false
      if (!cursor.isObject()) return cursor.skip()
      cursor.object((part) => {
        if (part === 'provider') return void (facts.provider = text(cursor.scalar()))
        if (part === 'primary') isThere = cursor.isObject()
        cursor.skip()
      })
      if (mode === 'data' || !isThere) return
      addFound(facts, index, range, found)
    })
  })
}

/** @param {JsonCursor} cursor @param {Range} range @param {Found} found */
function addResource(cursor, range, found) {
  /** @type {Record<string, unknown>} */
  const resource = {}
  /** @type {(string | null)[]} */
  const indexes = []
  cursor.object((key) => {
    if (key === 'instances' && cursor.isArray()) cursor.array(() => addInstance(cursor, indexes))
    else if (['mode', 'module', 'type', 'name', 'provider'].includes(key)) resource[key] = cursor.scalar()
    else cursor.skip()
  })
  if (resource['mode'] === 'data') return
  for (const index of indexes) addFound(resource, index, range, found)
}

/** Counts one that is looked for, and keeps it if it lies within the range. */
function addFound(
  /** @type {Record<string, unknown>} */ resource,
  /** @type {string | null} */ index,
  /** @type {Range} */ { skip, take, search },
  /** @type {Found} */ found,
) {
  if (search && !addressOf(resource, index).toLowerCase().includes(search)) return
  const place = found.count++
  if (place >= skip && place < skip + take) found.items.push(resourceAt(resource, index))
}

/** As the engine writes it. @param {Record<string, unknown>} resource @param {string | null} index */
function addressOf(resource, index) {
  const path = ['module', 'type', 'name'].flatMap((key) => text(resource[key]) || []).join('.')
  return index === null ? path : `${path}[${index}]`
}

/** What tells it from others of its resource; what is left to be destroyed is no resource of its own. */
function addInstance(/** @type {JsonCursor} */ cursor, /** @type {(string | null)[]} */ indexes) {
  if (!cursor.isObject()) return cursor.skip()
  /** @type {string | null} */
  let index = null
  let isDeposed = false
  cursor.object((key) => {
    if (key === 'index_key') index = cursor.text().slice(0, longest)
    else if (key === 'deposed') isDeposed = Boolean(cursor.scalar())
    else cursor.skip()
  })
  if (!isDeposed) indexes.push(index)
}

/** @param {Record<string, unknown>} resource @param {string | null} index @returns {Resource} */
function resourceAt(resource, index) {
  const [module, type, name] = ['module', 'type', 'name'].map((key) => text(resource[key]))
  const address = addressOf(resource, index)
  const id = `wsr-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`
  const provider = providerOf(text(resource['provider']))
  return { id, address, name: name ?? '', module: module || 'root', provider, type: type ?? '', index }
}

parentPort?.on('message', (/** @type {{ bytes: Uint8Array<SharedArrayBuffer>, range: Range }} */ asked) => {
  parentPort?.postMessage({ listed: resourcesOf(new JsonCursor(asked.bytes), asked.range) }, [])
})
