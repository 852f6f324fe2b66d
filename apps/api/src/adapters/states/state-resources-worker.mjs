// @ts-check
// A separate thread, since opening and searching what is stored of a large state takes long.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { inflateRawSync } from 'node:zlib'
import { openWith } from '../secrets/seal.mjs'
import { addressOf, providerOf } from './state-resources.mjs'

/** @typedef {import('./state-resources.mjs').Entry} Entry */
/** @typedef {{ id: string, address: string, name: string, module: string, provider: string, type: string, index: string | null }} Resource */
/** @typedef {{ skip: number, take: number, search: string }} Range The text stands in lower case. */
/** @typedef {{ blocks: readonly { first: number, sealed: Uint8Array }[], keys: readonly Uint8Array[], about: string, range: Range }} Asked */

/** The entries of a block; undefined where no key opens it. @returns {Entry[] | undefined} */
function entriesOf(/** @type {Asked['blocks'][number]} */ { first, sealed }, /** @type {Asked} */ asked) {
  for (const key of asked.keys) {
    const opened = openWith(key, sealed, `${asked.about} ${first}`)
    if (opened) return JSON.parse(inflateRawSync(opened).toString('utf8'))
  }
  return undefined
}

/**
 * Lists the resources of the blocks within the range, and how many there are in all; undefined if no key
 * opens a block.
 */
function listed(/** @type {Asked} */ asked) {
  const { skip, take, search } = asked.range
  let count = 0
  /** @type {Resource[]} */
  const items = []
  for (const block of asked.blocks) {
    const entries = entriesOf(block, asked)
    if (!entries) return undefined
    for (const entry of entries)
      for (const key of entry[4]) {
        if (search !== '' && !addressOf(entry, key).toLowerCase().includes(search)) continue
        const place = count++
        if (place >= skip && place < skip + take) items.push(resourceOf(entry, key))
      }
  }
  return { count, items }
}

/** @param {Entry} entry @param {string | null} index @returns {Resource} */
function resourceOf(entry, index) {
  const [module, type, name, provider] = entry
  const address = addressOf(entry, index)
  const id = `wsr-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`
  return { id, address, name, module: module || 'root', provider: providerOf(provider), type, index }
}

parentPort?.on('message', (/** @type {Asked} */ asked) => {
  parentPort?.postMessage({ listed: listed(asked) }, [])
})
