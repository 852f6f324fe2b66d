// @ts-check
// Bytes that are no UTF-8: the engine passes over them in comments, and nowhere else.
import { Fault } from './faults.mjs'
import { lineCounter } from './outline.mjs'
import { Tokens } from './tokens.mjs'

/** Character that a decoder puts in place of them. */
const replacement = '\ufffd'

/**
 * Throws where they stand in anything but a comment.
 * @param {string} text
 * @param {boolean} isJson
 * @param {readonly number[]} unreadLines those that have such bytes
 */
export function checkCharacters(text, isJson, unreadLines) {
  const [first] = unreadLines
  if (first === undefined) return
  // JSON has no comments.
  if (isJson) throw refused(first)
  const unread = new Set(unreadLines)
  const lineAt = lineCounter(text)
  for (const { text: code, start } of new Tokens(text).from(0))
    for (let at = code.indexOf(replacement); at >= 0; at = code.indexOf(replacement, at + 1)) {
      const line = lineAt(start + at)
      if (unread.has(line)) throw refused(line)
    }
}

const refused = (/** @type {number} */ line) => new Fault('the text is not valid UTF-8', line)
