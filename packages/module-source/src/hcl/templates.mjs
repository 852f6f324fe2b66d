// @ts-check
// Templates in pieces: what is text, and what stands in interpolations and directives.
import { NotEvaluated } from './decimals.mjs'
import { Tokens } from './tokens.mjs'

/** @typedef {import('./tokens.mjs').Token} Token */

/** Tells whether a text, as the JSON syntax writes those of the native one, has more than its characters. */
export function isTemplate(/** @type {string} */ text) {
  return /[$%]\{/.test(text.replaceAll('$${', '').replaceAll('%%{', ''))
}

/**
 * Pieces of a template: texts as they are meant; the tokens of an interpolation, without its braces; those of
 * a directive behind a `%`. `isTrimmed`: some of them remove the adjacent blanks.
 */
export function templateOf(/** @type {string} */ text) {
  const tokens = new Tokens(text)
  /** @type {(string | Token[])[]} */
  const pieces = []
  let isTrimmed = false
  let literal = ''
  for (let at = 0; at < text.length;) {
    const found = tokens.unquotedAt(at)
    at += found.length
    if (found === '${' || found === '%{') {
      if (literal !== '') pieces.push(literal)
      literal = ''
      const inner = [...tokens.inTemplate(at)]
      const last = inner.pop()
      at = last ? last.start + last.text.length : text.length
      const meant = inner.filter(({ text: mark }) => mark !== '~')
      isTrimmed ||= meant.length < inner.length
      pieces.push(found === '%{' ? [{ kind: 'sign', text: '%', start: 0 }, ...meant] : meant)
    } else literal += found === '$${' || found === '%%{' ? found.slice(1) : found
  }
  if (literal !== '') pieces.push(literal)
  return { pieces, isTrimmed }
}

/** Text within quotes, with its templates as they are written. */
export function unquoted(/** @type {string} */ quoted) {
  const tokens = new Tokens(quoted)
  let text = ''
  for (let at = 1; at < quoted.length - 1;) {
    const found = tokens.quotedAt(at)
    const end = found === '${' || found === '%{' ? tokens.afterTemplate(at + found.length) : at + found.length
    text += found.startsWith('$') || found.startsWith('%') ? quoted.slice(at, end) : unescaped(found)
    at = end
  }
  return text
}

/** @type {Readonly<Record<string, string>>} */
const escapes = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

function unescaped(/** @type {string} */ text) {
  return text.replaceAll(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g, (_, short, long, letter) => {
    const said =
      letter === undefined ? String.fromCodePoint(Number.parseInt(short ?? long, 16)) : escapes[letter]
    // It would be taken for the beginning of a template.
    if (said === undefined || said === '$' || said === '%') throw new NotEvaluated()
    return said
  })
}
