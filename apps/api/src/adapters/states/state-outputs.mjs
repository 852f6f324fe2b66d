// @ts-check
// The outputs of a state. There may be millions of them: of each one there is no more than where it stands, until the
// block that it belongs to is made.
import { SealedBlocks } from './sealed-blocks.mjs'

/** Longer values are read from the state itself; longer types are not shown. In bytes. */
const longest = { value: 16 * 1024, type: 64 * 1024, plainType: 255, name: 4096 }

/** Longer types are not even read, however they are spaced. */
const longestSpacedType = 1024 * 1024

const quote = 0x22
/** Ends a name that was copied; no byte of a text. */
const endOfCopy = 0xff

/** @typedef {import('./json-cursor.mjs').JsonCursor} JsonCursor */
/**
 * Distance that what stands behind some byte moves when the state is stored. @typedef {{ behind: number, by:
 * number }} Moved
 */

/**
 * Positions of the names and values of outputs. A name that is not its very bytes is copied as what it means.
 */
export class OutputPositions {
  /** Two numbers for each output, in pieces that are never copied to grow. @type {Uint32Array[]} */
  #pieces = []
  #pieceSize = 128 * 1024
  #copies = Buffer.alloc(0)
  #copied = 0
  length = 0

  /** @param {JsonCursor} cursor */
  constructor(cursor) {
    this.cursor = cursor
    this.size = cursor.bytes.length
  }

  /** @param {number} from of the name's text @param {number} to its end @param {number} value */
  add(from, to, value) {
    const at = (this.length++ * 2) % this.#pieceSize
    if (at === 0) this.#pieces.push(new Uint32Array(this.#pieceSize))
    const piece = this.#pieces[this.#pieces.length - 1]
    if (!piece) return
    piece[at] = this.cursor.isPlain(from, to)
      ? from + 1
      : this.size + this.#copy(this.cursor.textAt(from, to))
    piece[at + 1] = value
  }

  /** Each of them by name; of several with one name the last. */
  *byName() {
    const order = this.#isInOrder() ? undefined : this.#order()
    for (let place = 0; place < this.length; place++) {
      const index = order?.[place] ?? place
      const next = order?.[place + 1]
      if (next !== undefined && this.#compare(index, next) === 0) continue
      yield { name: this.#name(index), value: this.#number(index, 1) }
    }
  }

  #isInOrder() {
    for (let index = 1; index < this.length; index++) if (this.#compare(index - 1, index) >= 0) return false
    return true
  }

  #order() {
    const order = Uint32Array.from({ length: this.length }, (_, index) => index)
    return order.sort((one, other) => this.#compare(one, other) || one - other)
  }

  #number(/** @type {number} */ index, /** @type {0 | 1} */ which) {
    const at = index * 2 + which
    return this.#pieces[Math.floor(at / this.#pieceSize)]?.[at % this.#pieceSize] ?? 0
  }

  /** Compares names by their bytes, as the database sorts. */
  #compare(/** @type {number} */ one, /** @type {number} */ other) {
    let [at, otherAt] = [this.#number(one, 0), this.#number(other, 0)]
    for (;;) {
      const [byte, otherByte] = [this.#byte(at++), this.#byte(otherAt++)]
      if (byte !== otherByte) return byte - otherByte
      if (byte < 0) return 0
    }
  }

  /** Reads a byte of a name; below 0 behind its end. */
  #byte(/** @type {number} */ at) {
    const isCopy = at >= this.size
    const byte = (isCopy ? this.#copies[at - this.size] : this.cursor.bytes[at]) ?? endOfCopy
    return byte === (isCopy ? endOfCopy : quote) ? -1 : byte
  }

  #name(/** @type {number} */ index) {
    const from = this.#number(index, 0)
    const isCopy = from >= this.size
    const bytes = isCopy ? this.#copies : this.cursor.bytes
    const begin = isCopy ? from - this.size : from
    const end = bytes.indexOf(isCopy ? endOfCopy : quote, begin)
    return bytes.toString('utf8', begin, Math.min(end, begin + longest.name))
  }

  #copy(/** @type {string} */ name) {
    const bytes = Buffer.from(name)
    const end = this.#copied + bytes.length + 1
    if (end > this.#copies.length) {
      const grown = Buffer.alloc(Math.max(2 * this.#copies.length, end))
      this.#copies.copy(grown, 0, 0, this.#copied)
      this.#copies = grown
    }
    bytes.copy(this.#copies, this.#copied)
    this.#copies[end - 1] = endOfCopy
    const at = this.#copied
    this.#copied = end
    return at
  }
}

/**
 * Blocks of the outputs as they are stored: entries by name, compressed and sealed.
 *
 * @param {OutputPositions} outputs
 * @param {{ key: Uint8Array, about: string, moved?: Moved, storesAll?: boolean }} options `storesAll`: long
 * values too, since they stand in no state that could be read.
 */
export function blocksOf(outputs, { key, about, moved = { behind: 0, by: 0 }, storesAll = false }) {
  const longestStored = storesAll ? Infinity : longest.value
  const blocks = new SealedBlocks({ key, about })
  let listedBytes = 0
  for (const { name, value } of outputs.byName()) {
    const { entry, shown } = entryOf(outputs.cursor, name, value, { moved, longestStored })
    listedBytes += shown
    blocks.add(entry)
  }
  return { listedBytes, ...blocks.end() }
}

/**
 * The entry of one output as JSON, and how many bytes of a list are its name, its type and what is shown of its value.
 *
 * @param {JsonCursor} cursor
 * @param {string} name
 * @param {number} from
 * @param {{ moved: Moved, longestStored: number }} options
 */
function entryOf(cursor, name, from, { moved, longestStored }) {
  const at = { value: [0, 0], type: [0, 0], sensitive: 0 }
  cursor.at = from
  cursor.object((key) => {
    const begin = cursor.at
    cursor.skip()
    if (key === 'value' || key === 'type') at[key] = [begin, cursor.at]
    else if (key === 'sensitive') at.sensitive = begin
  })
  const [valueFrom = 0, valueTo = 0] = at.value
  const size = valueTo - valueFrom
  const sensitive = at.sensitive > 0 && cursor.peek(at.sensitive, () => cursor.scalar()) === true
  const type = typeText(cursor, at.type)
  const value =
    size === 0 ? 'null' : size > longestStored ? null : cursor.bytes.toString('utf8', valueFrom, valueTo)
  const by = valueFrom > moved.behind ? moved.by : 0
  const entry = JSON.stringify([name, sensitive, type, value, valueFrom + by, valueTo + by])
  return {
    entry,
    shown: Buffer.byteLength(JSON.stringify(name)) + (type?.length ?? 0) + (sensitive ? 0 : size),
  }
}

/** Text of a type without its spaces; null if it is too long. What is no type is `dynamic`. */
function typeText(/** @type {JsonCursor} */ { bytes }, /** @type {number[]} */ [from = 0, to = 0]) {
  if (to - from > longestSpacedType) return null
  const type = /** @type {unknown} */ (to > 0 ? JSON.parse(bytes.toString('utf8', from, to)) : undefined)
  if (typeof type !== 'string' && !Array.isArray(type)) return '"dynamic"'
  const text = JSON.stringify(type)
  const most = typeof type === 'string' ? longest.plainType : longest.type
  return Buffer.byteLength(text) > most ? null : text
}
