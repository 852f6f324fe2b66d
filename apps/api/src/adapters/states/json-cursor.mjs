// @ts-check
// JSON as bytes: what is not asked for is looked through and never made into a value, so that a large text takes no
// more memory than its bytes.

const code = (/** @type {string} */ letter) => letter.charCodeAt(0)
const [quote, backslash, colon, comma] = [code('"'), code('\\'), code(':'), code(',')]
const [openBrace, closeBrace, openBracket, closeBracket] = [code('{'), code('}'), code('['), code(']')]
const firstVisible = 0x20

const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
const hexadecimal = /^[\da-f]{4}$/i

/** Deeper than anything that is written, and no deeper than what parses a value can go. */
const deepest = 1000

/** The text is no JSON. */
export class JsonFault extends Error {}

/** Stands before a value, and reads it or passes over it. Throws `JsonFault`. */
export class JsonCursor {
  at = 0

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes
  }

  isObject() {
    return this.#next() === openBrace
  }

  isArray() {
    return this.#next() === openBracket
  }

  /** Calls `each` with every key of the object that stands here; it reads the value, or passes over it. */
  object(/** @type {(key: string) => void} */ each) {
    this.#expect(openBrace)
    if (this.#next() === closeBrace) return void this.at++
    do {
      this.#next()
      const from = this.at
      this.#text()
      const key = this.#parsed(from)
      this.#expect(colon)
      this.#next()
      each(typeof key === 'string' ? key : '')
    } while (this.#goesOn(closeBrace))
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

  /** The text, number, boolean or null that stands here; undefined where it is something else, or very long. */
  scalar(mostBytes = 16_384) {
    const first = this.#next()
    const from = this.at
    this.skip()
    if (first === openBrace || first === openBracket || this.at - from > mostBytes) return undefined
    return this.#parsed(from)
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

  /** Nothing may follow. */
  end() {
    if (this.#next() !== undefined) throw new JsonFault()
  }

  /** Whether another one follows; otherwise the end is passed over. */
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
    while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++
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
      const escaped = String.fromCharCode(bytes[at++] ?? 0)
      if (escaped === 'u') {
        if (!hexadecimal.test(bytes.toString('latin1', at, at + 4))) throw new JsonFault()
        at += 4
      } else if (!'"\\/bfnrt'.includes(escaped)) throw new JsonFault()
    }
    this.at = at
  }

  #literal() {
    const { bytes, at: from } = this
    let { at } = this
    for (let byte = bytes[at]; byte !== undefined && isOfLiteral(byte); byte = bytes[at]) at++
    if (!literal.test(bytes.toString('latin1', from, at))) throw new JsonFault()
    this.at = at
  }

  /** @returns {unknown} */
  #parsed(/** @type {number} */ from) {
    return JSON.parse(this.bytes.toString('utf8', from, this.at))
  }
}

/** Letters and digits, `+`, `-` and `.`. */
const isOfLiteral = (/** @type {number} */ byte) =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e
