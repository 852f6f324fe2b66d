// @ts-check
// JSON as bytes: values that are not read are skipped and never made, so that a large text takes only the memory of
// its bytes.

const code = (/** @type {string} */ letter) => letter.charCodeAt(0)
const [quote, backslash, colon, comma] = [code('"'), code('\\'), code(':'), code(',')]
const [openBrace, closeBrace, openBracket, closeBracket] = [code('{'), code('}'), code('['), code(']')]
const [zero, nine, unicode] = [code('0'), code('9'), code('u')]
const firstVisible = 0x20
const firstBeyondAscii = 0x80

const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
const escapes = new Set(Buffer.from('"\\/bfnrt'))
const hexadecimal = new Set(Buffer.from('0123456789abcdefABCDEF'))

/** Deeper than anything that is written, and no deeper than what parses a value can go. */
const deepest = 1000

/** The text is no JSON. */
export class JsonFault extends Error {}

/** Stands before a value, and reads it or passes over it. Throws `JsonFault`. */
export class JsonCursor {
  at = 0

  constructor(/** @type {Uint8Array} */ { buffer, byteOffset, byteLength }) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength)
  }

  isObject() {
    return this.#next() === openBrace
  }

  isArray() {
    return this.#next() === openBracket
  }

  /** Calls `each` with every key of the object that stands here; it reads the value, or passes over it. */
  object(/** @type {(key: string) => void} */ each) {
    this.members((from, to) => each(this.textAt(from, to)))
  }

  /** The same with where the text of the key stands, for those who read few of them. */
  members(/** @type {(from: number, to: number) => void} */ each) {
    this.#expect(openBrace)
    if (this.#next() === closeBrace) return void this.at++
    do {
      this.#next()
      const from = this.at
      this.#text()
      const to = this.at
      this.#expect(colon)
      this.#next()
      each(from, to)
    } while (this.#goesOn(closeBrace))
  }

  /** The text that stands there, between its quotes. Most are plain: those are read four times as fast so. */
  textAt(/** @type {number} */ from, /** @type {number} */ to) {
    if (this.isPlain(from, to)) return this.bytes.toString('latin1', from + 1, to - 1)
    return String(JSON.parse(this.bytes.toString('utf8', from, to)))
  }

  /** Tells whether the text at the cursor equals its bytes: ASCII, and nothing escaped. */
  isPlain(/** @type {number} */ from, /** @type {number} */ to) {
    const { bytes } = this
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0
      if (byte === backslash || byte >= firstBeyondAscii) return false
    }
    return true
  }

  /** Reads at another place by `read`, without moving. */
  peek(/** @type {number} */ from, /** @type {() => unknown} */ read) {
    const { at } = this
    this.at = from
    const value = read()
    this.at = at
    return value
  }

  /** Calls `each` before every element of the array that stands here. */
  array(/** @type {() => void} */ each) {
    this.#expect(openBracket)
    if (this.#next() === closeBracket) return void this.at++
    do {
      this.#next()
      each()
    } while (this.#goesOn(closeBracket))
  }

  /** The value that stands here, as the text that it is. */
  text() {
    this.#next()
    const from = this.at
    this.skip()
    return this.bytes.toString('utf8', from, this.at)
  }

  /** The value that stands here without the blanks between its parts, as bytes: a text may be too long for a pattern. */
  compact() {
    this.#next()
    const from = this.at
    this.skip()
    const compact = Buffer.allocUnsafe(this.at - from)
    let [length, isInText] = [0, false]
    for (let at = from; at < this.at; at++) {
      const byte = this.bytes[at] ?? 0
      if (!isInText && isBlank(byte)) continue
      compact[length++] = byte
      if (byte === quote) isInText = !isInText
      else if (byte === backslash) compact[length++] = this.bytes[++at] ?? 0
    }
    return compact.subarray(0, length)
  }

  /** The text, number, boolean or null that stands here; undefined where it is something else, or very long. */
  scalar(mostBytes = 16_384) {
    const first = this.#next()
    const from = this.at
    this.skip()
    if (first === openBrace || first === openBracket || this.at - from > mostBytes) return undefined
    return /** @type {unknown} */ (JSON.parse(this.bytes.toString('utf8', from, this.at)))
  }

  /** Passes over the value that stands here. */
  skip() {
    /** @type {number[]} */
    const open = []
    do {
      const first = this.#next()
      if (first === openBrace || first === openBracket) {
        const end = first === openBrace ? closeBrace : closeBracket
        this.at++
        if (this.#next() === end) this.at++
        else {
          if (open.push(end) > deepest) throw new JsonFault()
          if (end === closeBrace) this.#key()
          continue
        }
      } else if (first === quote) this.#text()
      else this.#literal()
      while (open.length > 0 && !this.#goesOn(open[open.length - 1])) open.pop()
      if (open[open.length - 1] === closeBrace) this.#key()
    } while (open.length > 0)
  }

  /** Throws if anything follows. */
  end() {
    if (this.#next() !== undefined) throw new JsonFault()
  }

  /** Tells whether another item follows; otherwise passes over the end. */
  #goesOn(/** @type {number | undefined} */ end) {
    const next = this.#next()
    if (next !== comma && next !== end) throw new JsonFault()
    this.at++
    return next === comma
  }

  #key() {
    this.#next()
    this.#text()
    this.#expect(colon)
  }

  #expect(/** @type {number} */ wanted) {
    if (this.#next() !== wanted) throw new JsonFault()
    this.at++
  }

  /** The first byte that is no blank. */
  #next() {
    const { bytes } = this
    let { at } = this
    while (isBlank(bytes[at])) at++
    this.at = at
    return bytes[at]
  }

  #text() {
    const { bytes } = this
    let { at } = this
    if (bytes[at++] !== quote) throw new JsonFault()
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined || byte < firstVisible) throw new JsonFault()
      if (byte === quote) break
      if (byte !== backslash) continue
      const escaped = bytes[at++] ?? 0
      if (escaped !== unicode) {
        if (!escapes.has(escaped)) throw new JsonFault()
      } else
        for (const end = at + 4; at < end; at++) if (!hexadecimal.has(bytes[at] ?? 0)) throw new JsonFault()
    }
    this.at = at
  }

  #literal() {
    const { bytes, at: from } = this
    let { at } = this
    for (let byte = bytes[at]; byte !== undefined && isOfLiteral(byte); byte = bytes[at]) at++
    if (!isWhole(bytes, from, at) && !literal.test(bytes.toString('latin1', from, at))) throw new JsonFault()
    this.at = at
  }
}

const isBlank = (/** @type {number | undefined} */ byte) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Digits alone, as most literals are. */
function isWhole(/** @type {Buffer} */ bytes, /** @type {number} */ from, /** @type {number} */ to) {
  if (from === to || (bytes[from] === zero && to - from > 1)) return false
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (byte < zero || byte > nine) return false
  }
  return true
}

/** Letters and digits, `+`, `-` and `.`. */
const isOfLiteral = (/** @type {number} */ byte) =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e
