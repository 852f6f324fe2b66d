// @ts-check
// A thread of its own, since parsing two large states takes long and memory.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** As many changes as are named; all of them are counted. */
const mostNamed = 500
const longest = 500

/** @typedef {{ digest: string, type: string | null }} Part */
/** @typedef {Record<string, unknown>} Json */

/** @param {unknown} value @returns {value is Json} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

const digestOf = (/** @type {unknown} */ value) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64')

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : [])

/** What a state is made of: a digest of each part, by its address. One state is parsed at a time. */
function partsOf(/** @type {Uint8Array<SharedArrayBuffer> | undefined} */ bytes) {
  /** @type {Map<string, Part>} */
  const resources = new Map()
  /** @type {Map<string, Part>} */
  const outputs = new Map()
  const state = bytes
    ? JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
    : {}
  for (const resource of listOf(state['resources'])) {
    if (!isObject(resource) || resource['mode'] === 'data') continue
    const path = [resource['module'], resource['type'], resource['name']].filter(Boolean).join('.')
    for (const instance of listOf(resource['instances'])) {
      if (!isObject(instance)) continue
      const { index_key: key, deposed, attributes, attributes_flat: flat, status } = instance
      const index = key === undefined ? '' : `[${JSON.stringify(key)}]`
      const address = `${path}${index}${deposed === undefined ? '' : ' (deposed)'}`
      resources.set(address, { digest: digestOf([attributes, flat, status]), type: String(resource['type']) })
    }
  }
  if (isObject(state['outputs']))
    for (const [name, output] of Object.entries(state['outputs']))
      outputs.set(`output.${name}`, { digest: digestOf(output), type: null })
  return { resources, outputs }
}

/** @param {Map<string, Part>} former @param {Map<string, Part>} newer */
function differences(former, newer) {
  /** @type {{ kind: string, address: string, type: string | null }[]} */
  const changes = []
  for (const [address, { digest, type }] of newer) {
    const before = former.get(address)
    if (before?.digest === digest) continue
    changes.push({ kind: before ? 'changed' : 'added', address, type })
  }
  for (const [address, { type }] of former)
    if (!newer.has(address)) changes.push({ kind: 'removed', address, type })
  const count = (/** @type {string} */ wanted) => changes.filter(({ kind }) => kind === wanted).length
  const counts = { added: count('added'), changed: count('changed'), removed: count('removed') }
  return { counts, changes: changes.sort((one, other) => (one.address < other.address ? -1 : 1)) }
}

/** @param {{ former?: Uint8Array<SharedArrayBuffer>, newer: Uint8Array<SharedArrayBuffer> }} states */
function compare({ former, newer }) {
  const before = partsOf(former)
  const after = partsOf(newer)
  const resources = differences(before.resources, after.resources)
  const outputs = differences(before.outputs, after.outputs)
  const changes = [...resources.changes, ...outputs.changes].slice(0, mostNamed)
  return {
    resources: resources.counts,
    outputs: outputs.counts,
    changes: changes.map((change) => ({ ...change, address: change.address.slice(0, longest) })),
  }
}

parentPort?.on('message', (states) => {
  parentPort?.postMessage({ comparison: compare(states) }, [])
})
