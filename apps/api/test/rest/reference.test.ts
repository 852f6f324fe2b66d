import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/rest/openapi/document.js'
import { startTestApp } from '../app.js'

const app = await startTestApp()

test('GET /api/openapi.json is the document, for all callers, with a tag', async () => {
  const answer = await app.http.get('/api/openapi.json')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
  const again = await app.http.get('/api/openapi.json').set('If-None-Match', answer.headers['etag'] ?? '')
  expect([again.status, again.text]).toEqual([304, ''])
  const head = await app.http.head('/api/openapi.json')
  expect([head.status, head.headers['etag']]).toEqual([200, answer.headers['etag']])
})

test('GET /api/docs is a page that asks this service alone, under a policy that lets it ask no other', async () => {
  const page = await app.http.get('/api/docs')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|http|\*/)
  expect(page.text).not.toMatch(/<script>|<style|style=| on\w+=/)
  const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(addresses).toHaveLength(6)
  for (const address of addresses) {
    expect(address).toMatch(/^\/api\//)
    expect((await app.http.get(address)).status, address).toBe(200)
  }
})

test('what else lies in the folder of the page is not there', async () => {
  for (const path of ['package.json', 'index.html', '..%2f..%2fpackage.json', 'swagger-ui.js.map'])
    expect((await app.http.get(`/api/docs/${path}`)).status).toBe(404)
})
