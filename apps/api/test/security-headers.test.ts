import { expect, test } from 'vitest'
import type { Response } from 'supertest'
import { catalogue } from '../src/rest/catalogue.js'
import type { FaceServices } from '../src/http/face-services.js'
import { startTestApp } from './app.js'
import { as } from './rest.js'

const app = await startTestApp({ PUBLIC_URL: 'https://engine.example', LOG_LEVEL: 'silent' })
const ana = await app.make.administrator()

/** Every route of the API with a value for each name, and what is no route of it. */
const addresses = [
  ...Object.keys(catalogue({} as FaceServices)).map((route) => route.replace(/:\w+/g, 'some-thing')),
  ...['/', '/nothing', '/%E0%A4%A', '/api', '/api/v2/nothing', '/api/nothing', '/admin/nothing'],
  ...['/livez', '/readyz', '/metrics', '/graphql', '/.well-known/engine.json', '/api/openapi.json'],
  ...['/api/docs', '/api/docs/reference.js', '/api/docs/swagger-ui.css', '/api/docs/nothing'],
  ...['/v1/modules', '/v1/modules/search?q=a', '/v1/modules/a/b/c/1.0.0/download', '/v1/nothing'],
  ...['/v1/providers/a/b/versions', '/v2/modules/a/b/c/downloads/summary', '/api/registry/nothing'],
  ...['/api/registry/v1/modules', '/api/registry/v1/archives/modver-1.tar.gz', '/api/downloads/nothing'],
  ...['/api/registry/v1/provider-files/provver-1/shasums', '/api/registry/public/v1/modules'],
  ...['/api/uploads/object/modver-1', '/api/uploads/providers/provver-1/shasums'],
  ...['/api/exports/audit-events.csv', '/api/exports/audit-events.jsonl', '/api/exports/nothing'],
]

function expectHeaders(answer: Response, about: string): void {
  const { headers } = answer
  expect(headers, about).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  })
  const policy: string = headers['content-security-policy'] ?? ''
  expect(policy, about).toContain("default-src 'none'")
  expect(policy, about).toContain("frame-ancestors 'none'")
  expect(policy, about).not.toMatch(/unsafe|http:|\*/)
  expect(headers, about).not.toHaveProperty('x-powered-by')
  expect(headers, about).not.toHaveProperty('server')
}

test('every answer of every face has the headers that keep browsers from making anything of it', async () => {
  for (const address of addresses)
    for (const caller of [ana.token, undefined])
      for (const method of ['get', 'post'] as const) {
        const call = app.http[method](address)
        if (caller !== undefined) void call.set('Authorization', `Bearer ${caller}`)
        const answer = await call
        const about = `${method} ${address} → ${answer.status}`
        expectHeaders(answer, about)
        expect(answer.status, about).not.toBe(500)
      }
})

test('so has a failure of our own; where the platform’s address is http no client is told to use https', async () => {
  const broken = await startTestApp({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://engine.example' })
  const admin = await broken.make.administrator()
  await broken.prisma.$executeRaw`ALTER TABLE engine_versions RENAME TO renamed`
  expectHeaders(await as(broken, admin).get('/admin/engine-versions'), 'a failure')

  const plain = await startTestApp({ PUBLIC_URL: 'http://engine.example' })
  const answer = await plain.http.get('/livez')
  expect(answer.headers).not.toHaveProperty('strict-transport-security')
})
