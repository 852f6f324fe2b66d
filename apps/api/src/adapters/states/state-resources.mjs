// @ts-check
// The resources of a state as they are stored next to it: what a list names, and never a value.
import { most, SealedBlocks } from './sealed-blocks.mjs'

/** The longest text of a list, in characters. */
const longest = 500

/** Address in a provider's name in a state: what is within the last quotes or stands bare. */
const source = /(?:^|")([^"[\]]+)"?\]?(?:\.[\w-]+)?$/

/** @typedef {import('./json-cursor.mjs').JsonCursor} JsonCursor */
/** The texts that the instances of one resource share: module, type, name, provider. @typedef {[string, string, string, string]} Shared */
/** An entry of a block: what instances share, and the key of each as JSON. @typedef {[...Shared, (string | null)[]]} Entry */

export const listedText = (/** @type {unknown} */ value) =>
  typeof value === 'string' ? value.slice(0, longest) : ''

/** The value at that place as the text that it is, up to what a list shows of it. */
function keyAt(/** @type {JsonCursor} */ cursor, /** @type {number} */ from) {
  const to = cursor.peek(from, () => {
    cursor.skip()
    return cursor.at
  })
  // A character has three bytes at most for each of its two bytes in memory.
  return cursor.bytes.toString('utf8', from, Math.min(Number(to), from + 3 * longest)).slice(0, longest)
}

/** Positions of the keys of the instances of one resource; 0 without a key. There may be millions of them. */
export class InstanceKeys {
  /** Pieces that are never copied to grow, and used again for the next resource. @type {Uint32Array[]} */
  #pieces = []
  #pieceSize = 16 * 1024
  #length = 0

  clear() {
    this.#length = 0
  }

  add(/** @type {number} */ at) {
    const place = this.#length++ % this.#pieceSize
    const number = Math.floor((this.#length - 1) / this.#pieceSize)
    const piece = (this.#pieces[number] ??= new Uint32Array(this.#pieceSize))
    piece[place] = at
  }

  /** Reads each of them. */
  *texts(/** @type {JsonCursor} */ cursor) {
    for (let place = 0; place < this.#length; place++) {
      const at = this.#pieces[Math.floor(place / this.#pieceSize)]?.[place % this.#pieceSize] ?? 0
      yield at === 0 ? null : keyAt(cursor, at)
    }
  }
}

/** Managed instances in the order of the state. What those of one resource share stands once in a block. */
export class ResourceBlocks {
  #blocks

  constructor(/** @type {{ key: Uint8Array, about: string }} */ options) {
    this.#blocks = new SealedBlocks(options)
  }

  /** @param {Shared} shared @param {Iterable<string | null>} keys */
  add(shared, keys) {
    const begin = JSON.stringify(shared).slice(0, -1)
    /** @type {string[]} */
    let texts = []
    let bytes = 0
    const end = () => {
      if (texts.length > 0) this.#blocks.add(`${begin},[${texts.join(',')}]]`, texts.length)
      texts = []
      bytes = 0
    }
    for (const key of keys) {
      const text = JSON.stringify(key)
      bytes += text.length
      if (texts.push(text) >= this.#blocks.room || bytes >= most.bytes) end()
    }
    end()
  }

  end() {
    return this.#blocks.end()
  }
}

/** The address as the engine writes it. @param {Entry} entry @param {string | null} key */
export function addressOf([module, type, name], key) {
  const path = [module, type, name].filter(Boolean).join('.')
  return key === null ? path : `${path}[${key}]`
}

/** `namespace/type`, whatever host it comes from. */
export const providerOf = (/** @type {string} */ named) =>
  (source.exec(named)?.[1] ?? named).split('/').slice(-2).join('/')
