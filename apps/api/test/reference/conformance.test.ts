import { expect, test } from 'vitest'
import { expectConformance, type Exchange } from './conformance.js'
import { document } from './reference.js'

const path = '/api/v2/teams/{id}'
const content = document.paths[path]?.['get']?.responses['200'] as {
  content: Record<string, { example: object }>
}
const type = 'application/vnd.api+json'

const good: Exchange = {
  method: 'GET',
  path: '/api/v2/teams/team-1',
  status: 200,
  headers: {
    'x-request-id': 'one',
    'tfp-api-version': '2.6',
    'x-ratelimit-limit': '30',
    'x-ratelimit-remaining': '29',
    'x-ratelimit-reset': '0.2',
    'cache-control': 'private, no-cache',
    etag: '"x"',
    'content-type': type,
  },
  text: JSON.stringify(content.content[type]?.example),
}

const answer = (change: Partial<Exchange>): void => expectConformance({ ...good, ...change }, [])

test('an answer that is as the document says passes, and so do other faces', () => {
  answer({})
  answer({ path: '/v1/modules', status: 500, headers: {}, text: 'x' })
})

test.each([
  ['a status that is not declared', { status: 202 }, 'no such status'],
  ['a path that is not there', { path: '/api/v2/cats' }, 'no such path'],
  ['a method that is not there', { method: 'PUT' }, 'no such method'],
  ['another media type', { headers: { ...good.headers, 'content-type': 'text/html' } }, 'media type'],
  ['a header that is missing', { headers: { ...good.headers, etag: undefined } }, 'ETag is missing'],
  ['a header that is no number', { headers: { ...good.headers, 'x-ratelimit-reset': 'x' } }, 'is no number'],
  ['an answer that may be cached', { headers: { ...good.headers, 'cache-control': 'public' } }, 'cached'],
  [
    'an attribute that is missing',
    { text: good.text.replace('"name"', '"nome"') },
    "required property 'name'",
  ],
  ['an attribute that is unknown', { text: good.text.replace('"name"', '"x":1,"name"') }, 'additional'],
  ['a body to HEAD', { method: 'HEAD' }, 'there is a body'],
])('%s is refused', (_what, change, message) => {
  expect(() => answer(change as Partial<Exchange>)).toThrow(message)
})
