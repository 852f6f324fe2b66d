import fc from 'fast-check'

/** Position in a text of any length, from 0 to 1. */
const place = fc.double({ min: 0, max: 1, noNaN: true })

/** Changes of a text: pieces are taken out, doubled, moved, or something else is put in. */
export function mutated(texts: readonly string[], words: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'insert', 'delete', 'double', 'move'),
    at: place,
    to: place,
    length: fc.oneof({ arbitrary: fc.nat(20), weight: 4 }, { arbitrary: fc.nat(2000), weight: 1 }),
    word: fc.constantFrom(...words),
  })
  return fc
    .tuple(fc.constantFrom(...texts), fc.oneof(fc.constant([]), fc.array(edit, { maxLength: 3 })))
    .map(([text, edits]) => edits.reduce(changed, text))
}

interface Edit {
  readonly kind: string
  readonly at: number
  readonly to: number
  readonly length: number
  readonly word: string
}

function changed(text: string, { kind, at, to, length, word }: Edit): string {
  const start = Math.floor(at * text.length)
  const piece = text.slice(start, start + length)
  const without = text.slice(0, start) + text.slice(start + length)
  const target = Math.floor(to * without.length)
  switch (kind) {
    case 'insert':
      return text.slice(0, start) + word + text.slice(start)
    case 'delete':
      return without
    case 'double':
      return text.slice(0, start) + piece + text.slice(start)
    default:
      return without.slice(0, target) + piece + without.slice(target)
  }
}

/** Some bytes become others, and sometimes the end is missing. */
export const damage: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
  .record({
    bytes: fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 6 }),
    end: fc.option(place, { freq: 4, nil: 1 }),
  })
  .map(({ bytes, end }) => (whole) => {
    const damaged = Buffer.from(whole.subarray(0, Math.ceil(end * whole.length)))
    for (const [at, byte] of bytes) damaged[Math.floor(at * damaged.length)] = byte
    return damaged
  })
