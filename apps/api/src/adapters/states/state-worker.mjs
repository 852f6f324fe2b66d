// @ts-check
// A thread of its own, since parsing a large state takes long and memory.
import { parentPort } from 'node:worker_threads'

const mostKinds = 1000

/** @typedef {{ mode?: unknown, type?: unknown, module?: unknown, provider?: unknown, instances?: unknown }} Resource */
/** @typedef {Record<string, unknown>} Json */

/** @param {unknown} value @returns {value is Json} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

const longest = 255

/** What no database stores: NUL, and half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/gu

const text = (/** @type {unknown} */ value) =>
  typeof value === 'string' ? value.slice(0, longest).replace(unstorable, '\ufffd') : ''

/** @param {unknown} value @returns {value is string} */
const isName = (value) =>
  typeof value === 'string' && value !== '' && value.length <= longest && value.search(unstorable) < 0

function read(/** @type {Uint8Array<SharedArrayBuffer>} */ bytes) {
  const state = parse(bytes)
  if (!isObject(state)) return 'The state is no JSON object'
  const { version, serial, lineage } = state
  if (typeof version !== 'number') return 'The state has no version'
  if (!Number.isSafeInteger(serial) || Number(serial) < 0) return 'The state has no serial'
  if (!isName(lineage)) return 'The state has no lineage'
  const outputs = outputsOf(state['outputs'] ?? {})
  if (!outputs) return 'The outputs of the state are none'
  const resources = state['resources'] ?? []
  if (!Array.isArray(resources)) return 'The resources of the state are none'
  // The key begins with the engine's own word.
  const versionKey = Object.keys(state).find((key) => /^[a-z]+_version$/.test(key))
  const engineVersion = text(state[versionKey ?? '']) || null
  return { serial, lineage, engineVersion, ...contentsOf(resources), outputs }
}

function parse(/** @type {Uint8Array<SharedArrayBuffer>} */ bytes) {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch {
    return undefined
  }
}

function outputsOf(/** @type {unknown} */ outputs) {
  if (!isObject(outputs)) return undefined
  const read = []
  for (const [name, output] of Object.entries(outputs)) {
    if (!isObject(output) || !isName(name)) return undefined
    const { value = null, type = 'dynamic', sensitive } = output
    read.push({ name, sensitive: sensitive === true, type: isStorable(type) ? type : 'dynamic', value })
  }
  return read
}

const isStorable = (/** @type {unknown} */ type) => !/\\u(0000|d[89a-f])/i.test(JSON.stringify(type))

function contentsOf(/** @type {Resource[]} */ resources) {
  /** @type {Map<string, { mode: string, type: string, module: string, provider: string, count: number }>} */
  const kinds = new Map()
  let resourceCount = 0
  let isCut = false
  for (const resource of resources) {
    if (!isObject(resource)) continue
    const count = Array.isArray(resource['instances']) ? resource['instances'].length : 0
    const mode = resource['mode'] === 'data' ? 'data' : 'managed'
    if (mode === 'managed') resourceCount += count
    const [type, module, provider] = [resource['type'], resource['module'], resource['provider']].map(text)
    const key = JSON.stringify([mode, type, module, provider])
    const known = kinds.get(key)
    if (known) known.count += count
    else if (kinds.size < mostKinds)
      kinds.set(key, { mode, type: type ?? '', module: module ?? '', provider: provider ?? '', count })
    else isCut = true
  }
  return { resourceCount, contents: { resources: [...kinds.values()], isCut } }
}

parentPort?.on('message', (/** @type {Uint8Array<SharedArrayBuffer>} */ bytes) => {
  parentPort?.postMessage({ read: read(bytes) }, [])
})
