import fc from 'fast-check'

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '💩',
  '‮abc',
  'ÅÉ́',
  '%',
  '%%%',
  '_',
  '\\',
  '../../../etc/passwd',
  "'; DROP TABLE users; --",
  '${7*7}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'true',
  '-1',
  '1e309',
  '9'.repeat(400),
  'x'.repeat(70),
  'x'.repeat(300),
  'x'.repeat(5000),
  'é'.repeat(2000),
  'a\r\nX-Injected: yes',
]

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  {},
  [null],
  [[[]]],
  [{}],
  { a: 1 },
  { length: 5 },
  ['x', 1, null],
  Array.from({ length: 1500 }, (_, index) => ({ id: `x${index}`, type: 'organizations' })),
]

export const hostileText = fc.oneof(
  { arbitrary: fc.constantFrom(...texts), weight: 4 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
)

export const hostileValue = fc.oneof(
  { arbitrary: fc.constantFrom(...values), weight: 3 },
  { arbitrary: hostileText, weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
)

/** Bodies that no parser can read, or that parsers read differently. */
export const brokenBodies = fc.oneof(
  fc
    .constantFrom(
      '{',
      '{"data":',
      '{"data":{}}}',
      "{'data':1}",
      '{"data":{"type":"teams","type":"users","attributes":{"name":"a","name":"b"},"attributes":null}}',
      '{"data":{"attributes":{"workspace-limit":1e999,"__proto__":{"name":"x"}}}}',
      '{"__proto__":{"data":{"type":"teams"}}}',
      '[[[[',
      '['.repeat(50_000),
      'NaN',
      '\ufeff{}',
      '"\\ud800"',
      'null',
      '0',
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)

export const mediaTypes = fc.oneof(
  { arbitrary: fc.constant('application/vnd.api+json'), weight: 12 },
  {
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-8',
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/vnd.api+json; ext="x',
      '/',
      'application/vnd.api+json, text/html',
    ),
    weight: 1,
  },
)

/** Cut, so that the head stays within the 16 KiB beyond which the server itself answers (431). */
const inAddress = (text: string): string => encodeURIComponent(Buffer.from(text).toString()).slice(0, 3000)

/** Percent-encodings that are right, and some that are not. */
export const pieces = fc.oneof(
  { arbitrary: hostileText.map((text) => inAddress(text)), weight: 4 },
  {
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%ff',
      '%c0%af',
      '%ED%A0%80',
      '%00',
      '%2e%2e%2f',
      '%252e',
      '..',
      '.',
      '+',
      '%2F',
      ';a=b',
      '*',
      '~',
      "'",
      'x'.repeat(3000),
    ),
    weight: 3,
  },
)
