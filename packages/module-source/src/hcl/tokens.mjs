// @ts-check
// The language's tokens, enough of them to distinguish code from texts and comments.

/** @typedef {{ kind: string, text: string, start: number }} Token */

const word = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*`
const code = new RegExp(
  [
    String.raw`[ \t\r]+|(?:#|//)[^\n]*|/\*[^]*?(?:\*/|$)`,
    word,
    String.raw`\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`,
    String.raw`<<-?(?:${word})[ \t]*\r?\n`,
    '[^]',
  ].join('|'),
  'uy',
)
const template = String.raw`\$\$\{|%%\{|[$%]\{|[^]`
const quoted = new RegExp(String.raw`(?:[^"\\$%]|\\[^])[^"\\$%]*(?:\\[^][^"\\$%]*)*|${template}`, 'uy')
const unquoted = new RegExp(String.raw`[^\n$%]+|${template}`, 'uy')

export class Tokens {
  /** Number of the tokens so far, including those within texts and the pieces of texts. */
  count = 0

  constructor(/** @type {string} */ text) {
    this.text = text
  }

  /**
   * Tokens of code, from an offset on, without blanks and comments; a quoted text or a heredoc is one token.
   * @returns {Generator<Token, void>}
   */
  *from(/** @type {number} */ start) {
    for (let at = start; at < this.text.length;) {
      const found = this.match(code, at)
      const kind = kindOf(found)
      let end = at + found.length
      if (kind === 'quote') end = this.afterQuoted(end)
      if (kind === 'heredoc') end = this.afterHeredoc(end, /[^<\s-][^\s]*/.exec(found)?.[0] ?? '')
      if (kind !== 'blank') {
        this.count++
        yield { kind, text: this.text.slice(at, end), start: at }
      }
      at = end
    }
  }

  afterQuoted(/** @type {number} */ start) {
    for (let at = start; at < this.text.length;) {
      const found = this.match(quoted, at)
      this.count++
      at += found.length
      if (found === '"') return at
      if (found === '${' || found === '%{') at = this.afterTemplate(at)
    }
    return this.text.length
  }

  /** The line end behind the closing word is left for what comes next. */
  afterHeredoc(/** @type {number} */ start, /** @type {string} */ marker) {
    const closing = new RegExp(String.raw`[ \t]*${marker}(?=[ \t\r]*(?:\n|$))`, 'uy')
    for (let at = start, isLineStart = true; at < this.text.length;) {
      closing.lastIndex = at
      const closed = isLineStart && closing.exec(this.text)
      if (closed) return at + closed[0].length
      const found = this.match(unquoted, at)
      this.count++
      at += found.length
      isLineStart = found === '\n'
      if (found === '${' || found === '%{') at = this.afterTemplate(at)
    }
    return this.text.length
  }

  afterTemplate(/** @type {number} */ start) {
    let end = start
    for (const token of this.inTemplate(start)) end = token.start + token.text.length
    return end
  }

  /**
   * Tokens from behind the opening brace up to the closing one.
   * @returns {Generator<Token, void>}
   */
  *inTemplate(/** @type {number} */ start) {
    let depth = 1
    for (const token of this.from(start)) {
      if (token.kind === 'open') depth++
      if (token.kind === 'close') depth--
      yield token
      if (depth === 0) return
    }
  }

  /** The next piece of a text that is no code, or the beginning of a template in it. */
  unquotedAt(/** @type {number} */ start) {
    return this.match(unquoted, start)
  }

  /** The next piece of a quoted text, from behind its opening quote on. */
  quotedAt(/** @type {number} */ start) {
    return this.match(quoted, start)
  }

  match(/** @type {RegExp} */ pattern, /** @type {number} */ at) {
    pattern.lastIndex = at
    return pattern.exec(this.text)?.[0] ?? this.text.slice(at, at + 1)
  }
}

function kindOf(/** @type {string} */ found) {
  const [first = ''] = found
  if (first === '\n') return 'end'
  if (first === '"') return 'quote'
  if ('{[('.includes(first)) return 'open'
  if ('}])'.includes(first)) return 'close'
  if (' \t\r#'.includes(first) || /^\/[/*]/.test(found)) return 'blank'
  if (first === '<') return found.length > 1 ? 'heredoc' : 'sign'
  if (first >= '0' && first <= '9') return 'number'
  return /^[\p{ID_Start}_]/u.test(first) ? 'word' : 'sign'
}

/** Stands before a token, and takes what is expected there. */
export class TokenCursor {
  at = 0

  constructor(/** @type {readonly Token[]} */ tokens) {
    this.tokens = tokens
  }

  get next() {
    return this.tokens[this.at]?.text ?? ''
  }

  takes(/** @type {string} */ text) {
    if (this.next !== text) return false
    this.at++
    return true
  }
}
