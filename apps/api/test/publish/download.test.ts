import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { builtFile } from './engine-publish.js'

const path = '/downloads/engine-publish.mjs'

const app = await startTestApp()

test('the program is served as it was built, to all callers, with a tag', async () => {
  const answer = await app.http.get(path).buffer(true)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-disposition': 'attachment; filename=engine-publish.mjs',
    'cache-control': 'public, no-cache, no-transform',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.text === (await readFile(builtFile, 'utf8'))).toBe(true)
  const tag = answer.headers['etag'] ?? ''
  const again = await app.http.get(path).set('If-None-Match', tag)
  expect([again.status, again.text]).toEqual([304, ''])
  const head = await app.http.head(path)
  expect([head.status, head.headers['etag'], head.headers['content-length']]).toEqual([
    200,
    tag,
    answer.headers['content-length'],
  ])
})

test('nothing else lies there', async () => {
  for (const other of ['/downloads', '/downloads/', '/downloads/..%2fpackage.json', `${path}/x`])
    expect((await app.http.get(other)).status, other).toBe(404)
  expect((await app.http.post(path)).status).toBe(404)
})
