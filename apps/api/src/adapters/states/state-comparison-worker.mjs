// @ts-check
// A separate thread, since reading two large states takes long.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { eachModule, resourceOf } from './format3.mjs'
import { JsonCursor } from './json-cursor.mjs'
import { release } from './release.mjs'

/** Limit of the changes that are named; all of them are counted. */
const mostNamed = 500
const longest = 500

/** @typedef {{ digest: string, type: string | null }} Part */
/** @typedef {Map<string, Part>} Parts */

const digestOf = (/** @type {string | Uint8Array} */ text) =>
  createHash('sha256').update(text).digest('base64')

/** A digest of the value that stands here, however it is spaced. */
const digestHere = (/** @type {JsonCursor} */ cursor) => digestOf(cursor.compact())

const taintedDigest = digestOf('"tainted"')

/** Parts of a state: a digest of each, by its address. */
function partsOf(/** @type {Uint8Array<ArrayBuffer> | undefined} */ bytes) {
  /** @type {Parts} */
  const resources = new Map()
  /** @type {Parts} */
  const outputs = new Map()
  if (!bytes) return { resources, outputs }
  const cursor = new JsonCursor(bytes)
  let modulesAt = 0
  cursor.object((key) => {
    if (key === 'modules') modulesAt = cursor.at
    if (key === 'resources' && cursor.isArray()) cursor.array(() => addResource(cursor, resources))
    else if (key === 'outputs') addOutputs(cursor, outputs)
    else cursor.skip()
  })
  if (modulesAt > 0) cursor.peek(modulesAt, () => addModules(cursor, { resources, outputs }))
  return { resources, outputs }
}

function addOutputs(/** @type {JsonCursor} */ cursor, /** @type {Parts} */ outputs) {
  if (!cursor.isObject()) return cursor.skip()
  cursor.object((name) => outputs.set(`output.${name}`, { digest: digestHere(cursor), type: null }))
}

/**
 * Adds the parts of a state of format 3. @param {JsonCursor} cursor @param {{ resources: Parts, outputs:
 * Parts }} parts
 */
function addModules(cursor, { resources, outputs }) {
  eachModule(cursor, ({ address, ...at }) => {
    if (address === '' && at.outputs > 0) cursor.peek(at.outputs, () => addOutputs(cursor, outputs))
    if (at.resources === 0) return
    cursor.peek(at.resources, () => {
      if (cursor.isObject()) cursor.object((key) => addResource3(cursor, key, address, resources))
    })
  })
}

/**
 * One by its key, with the digest that it has in format 4 until the engine changes it: its attributes are flat there.
 *
 * @param {JsonCursor} cursor
 * @param {string} key
 * @param {string} module
 * @param {Parts} parts
 */
function addResource3(cursor, key, module, parts) {
  const { mode, type, name, index } = resourceOf(key)
  if (mode === 'data' || !cursor.isObject()) return cursor.skip()
  const suffix = index === null ? '' : `[${index}]`
  const address = [module, type, name].filter(Boolean).join('.') + suffix
  const add = (/** @type {string} */ deposed) => {
    if (!cursor.isObject()) return cursor.skip()
    /** @type {string | undefined} */
    let attributes
    let isTainted = false
    cursor.object((part) => {
      if (part === 'attributes') attributes = digestHere(cursor)
      else if (part === 'tainted') isTainted = cursor.scalar() === true
      else cursor.skip()
    })
    const status = isTainted ? taintedDigest : undefined
    parts.set(`${address}${deposed}`, { digest: `undefined ${attributes} ${status}`, type })
  }
  cursor.object((part) => {
    if (part === 'primary') return add('')
    if (part !== 'deposed' || !cursor.isArray()) return cursor.skip()
    let number = 0
    cursor.array(() => add(` (deposed ${number++})`))
  })
}

/** Each of its instances; data sources are left out. */
function addResource(/** @type {JsonCursor} */ cursor, /** @type {Parts} */ parts) {
  if (!cursor.isObject()) return cursor.skip()
  /** @type {Record<string, unknown>} */
  const resource = {}
  /** @type {{ suffix: string, digest: string }[]} */
  const instances = []
  cursor.object((key) => {
    if (key === 'instances' && cursor.isArray()) cursor.array(() => instances.push(instanceHere(cursor)))
    else resource[key] = cursor.scalar()
  })
  if (resource['mode'] === 'data') return
  const path = [resource['module'], resource['type'], resource['name']].filter(Boolean).join('.')
  for (const { suffix, digest } of instances)
    parts.set(`${path}${suffix}`, { digest, type: String(resource['type']) })
}

/** Index of an instance among those of its resource, and a digest of it. */
function instanceHere(/** @type {JsonCursor} */ cursor) {
  let [index, deposed] = ['', '']
  /** @type {Record<string, string>} */
  const digests = {}
  if (!cursor.isObject()) return { suffix: '', digest: digestHere(cursor) }
  cursor.object((key) => {
    if (key === 'index_key') index = `[${cursor.text()}]`
    else if (key === 'deposed') deposed = ` (deposed ${String(cursor.scalar())})`
    else if (['attributes', 'attributes_flat', 'status'].includes(key)) digests[key] = digestHere(cursor)
    else cursor.skip()
  })
  const digest = `${digests['attributes']} ${digests['attributes_flat']} ${digests['status']}`
  return { suffix: `${index}${deposed}`, digest }
}

function differences(/** @type {Parts} */ former, /** @type {Parts} */ newer) {
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

/** @typedef {{ former?: Uint8Array<ArrayBuffer>, newer: Uint8Array<ArrayBuffer> }} States */

function compare(/** @type {States} */ { former, newer }) {
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

parentPort?.on('message', (/** @type {States} */ states) => {
  parentPort?.postMessage({ comparison: answerTo(states) }, [])
})

function answerTo(/** @type {States} */ states) {
  try {
    return compare(states)
  } finally {
    release([states.former, states.newer].flatMap((bytes) => bytes?.buffer ?? []))
  }
}
