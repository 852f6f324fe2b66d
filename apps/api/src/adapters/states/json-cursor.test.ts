import { expect, test } from 'vitest'
import { JsonCursor, JsonFault } from './json-cursor.mjs'

/** Tells whether the cursor accepts the text as one value. */
function isJson(text: string): boolean {
  const cursor = new JsonCursor(Buffer.from(text))
  try {
    cursor.skip()
    cursor.end()
    return true
  } catch (error) {
    if (error instanceof JsonFault) return false
    throw error
  }
}

const values = [
  ...[
    '0',
    '-0',
    '-1.5e+10',
    '1E5',
    'true',
    'false',
    'null',
    '""',
    '"a\\u00e9\\n\\"\\\\/"',
    '"\u00e9\u{1f600}"',
  ],
  ...['[]', '{}', ' [ ] ', '{ "a" : [ 1 , { "b" : null } , "c" ] , "d" : {} }', '[[],[[]],{}]', '\t1\r\n'],
]
const broken = [
  ...[
    '',
    ' ',
    '01',
    '1.',
    '.5',
    '+1',
    '--1',
    '1e',
    'tru',
    'nul',
    'NaN',
    'Infinity',
    "'a'",
    '"a',
    '"\\x"',
    '"\\u12g4"',
  ],
  ...[
    '"\n"',
    '[',
    ']',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '{"a":1]',
  ],
  ...['[1}', '1 2', '{} x', '\ufeff{}', '{"a":1 "b":2}', '{1:2}', '[1],'],
]

test.each([...values, ...broken])('it tells JSON from what is none as the runtime does: %s', (text) => {
  let isOne = true
  try {
    JSON.parse(text)
  } catch {
    isOne = false
  }
  expect(isJson(text)).toBe(isOne)
  expect(values.includes(text)).toBe(isOne)
})

test('every beginning of a text is none, and no byte of it can be left out unnoticed', () => {
  const text = JSON.stringify({ a: [1, { b: 'c\\"' }, null], 'd\n': -2.5e3, e: { f: [[], {}] } })
  for (let length = 0; length < text.length; length++)
    expect(isJson(text.slice(0, length)), text.slice(0, length)).toBe(false)
  for (let at = 0; at < text.length; at++) {
    const shorter = text.slice(0, at) + text.slice(at + 1)
    let isOne = true
    try {
      JSON.parse(shorter)
    } catch {
      isOne = false
    }
    expect(isJson(shorter), shorter).toBe(isOne)
  }
})

test('what is nested without end is refused, and does not end the process', () => {
  expect(isJson('['.repeat(100_000))).toBe(false)
  expect(isJson('{"a":'.repeat(100_000))).toBe(false)
  expect(isJson('['.repeat(900) + ']'.repeat(900))).toBe(true)
})

test('objects and arrays are walked, and values read as texts and scalars', () => {
  const cursor = new JsonCursor(Buffer.from(' {"a": [1, "b"], "c\\u0064": {"x": 1.50}, "e": "f", "g": [2]} '))
  const found: Record<string, unknown> = {}
  cursor.object((key) => {
    if (key === 'a') {
      const list: unknown[] = []
      cursor.array(() => list.push(cursor.scalar()))
      found[key] = list
    } else if (key === 'cd') found[key] = cursor.text()
    else found[key] = cursor.scalar()
  })
  cursor.end()
  expect(found).toEqual({ a: [1, 'b'], cd: '{"x": 1.50}', e: 'f', g: undefined })
})
