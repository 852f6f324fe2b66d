import { Dice } from '../dice.js'
import { purposes, subjects, vocabulary } from '../words.js'

const pageSize = 15

/**
 * Queries of lists, each another one: through all offsets up to the last, in no order, by pages of the usual size; then
 * by ever larger ones.
 */
export function differentPages(last: number): () => string {
  const offsets = last + 1
  const stride = strideThrough(offsets)
  let asked = 0
  return () => {
    const limit = pageSize + Math.floor(asked / offsets)
    const offset = (asked++ * stride) % offsets
    return `limit=${limit}&offset=${offset}`
  }
}

/** A step that leads far away, and to each of so many places before it leads to one again. */
function strideThrough(places: number): number {
  let stride = Math.ceil(places * 0.618)
  while (commonDivisor(stride, places) > 1) stride++
  return stride
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}

/** Queries of searches, each another one: a word, two or three, the usual ones most often. */
export function differentWords(): () => string {
  const dice = new Dice(11)
  const forms = [
    () => dice.prefer(vocabulary),
    () => `${dice.pick(subjects)} ${dice.pick(purposes)}`,
    () => `${dice.pick(subjects)} ${dice.prefer(vocabulary)}`,
    () => `${dice.pick(subjects)} ${dice.pick(purposes)} ${dice.prefer(vocabulary)}`,
  ]
  const asked = new Set<string>()
  return () => {
    let words = ''
    do words = dice.pick(forms)()
    while (asked.has(words))
    asked.add(words)
    return `q=${encodeURIComponent(words)}`
  }
}
