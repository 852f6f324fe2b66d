// @ts-check
// What is stored of a state in addition to its bytes: entries in blocks, each compressed and sealed. There may be millions of
// them, so that a block is made as soon as it is full.
import { deflateRawSync } from 'node:zlib'
import { sealWith } from '../secrets/seal.mjs'

/** The limits of one block: its entries, and its bytes before the last of them. */
export const most = { entries: 1000, bytes: 256 * 1024 }

/** The limits of what is written to the database in one statement: its blocks, and its bytes before the last of them. */
const mostAtOnce = { blocks: 200, bytes: 1024 * 1024 }

/** @typedef {{ bytes: Uint8Array<ArrayBuffer>, blocks: { first: number, count: number, size: number }[] }} Batch */

export class SealedBlocks {
  /** @type {Batch[]} */
  #batches = []
  /** @type {Buffer[]} */
  #sealed = []
  /** @type {Batch['blocks']} */
  #blocks = []
  /** @type {string[]} */
  #texts = []
  #first = 0
  #count = 0
  #bytes = 0
  #batchBytes = 0

  /** @param {{ key: Uint8Array, about: string }} options */
  constructor({ key, about }) {
    this.key = key
    this.about = about
  }

  /** The number of entries that the block takes. */
  get room() {
    return most.entries - this.#count
  }

  /** Adds a text that holds a number of entries; there has to be room for them. */
  add(/** @type {string} */ text, entries = 1) {
    this.#texts.push(text)
    this.#count += entries
    this.#bytes += text.length
    if (this.room > 0 && this.#bytes < most.bytes) return
    this.#endBlock()
    if (this.#blocks.length >= mostAtOnce.blocks || this.#batchBytes >= mostAtOnce.bytes) this.#endBatch()
  }

  end() {
    if (this.#texts.length > 0) this.#endBlock()
    if (this.#blocks.length > 0) this.#endBatch()
    return { count: this.#first, batches: this.#batches }
  }

  #endBlock() {
    const compressed = deflateRawSync(`[${this.#texts.join(',')}]`, { level: 1 })
    const block = sealWith(this.key, compressed, `${this.about} ${this.#first}`)
    this.#sealed.push(block)
    this.#blocks.push({ first: this.#first, count: this.#count, size: block.length })
    this.#first += this.#count
    this.#batchBytes += block.length
    this.#texts = []
    this.#count = 0
    this.#bytes = 0
  }

  #endBatch() {
    // A separate buffer, which is handed over and not copied.
    const whole = new Uint8Array(this.#batchBytes)
    let at = 0
    for (const block of this.#sealed) {
      whole.set(block, at)
      at += block.length
    }
    this.#batches.push({ bytes: whole, blocks: this.#blocks })
    this.#sealed = []
    this.#blocks = []
    this.#batchBytes = 0
  }
}
