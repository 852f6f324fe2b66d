import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { publishModule, registry } from '../modules/module-requests.js'

const app = await startTestApp()
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')
await publishModule(app, owner, 'acme/network/aws', '1.0.0')

/** Texts that PostgreSQL refuses, that are no names, or that mean something in a pattern. */
const strange = ['%00', 'acme%00', '%F0%9F%92%A9', '%25', 'x'.repeat(3000), '..%2f']

test.each(strange)('%s instead of any name is a miss, and as a filter finds nothing', async (name) => {
  const misses = [`${name}/network`, `${name}/network/aws`, `${name}/network/aws/versions`, `acme/${name}`]
  misses.push(`acme/${name}/aws`, `acme/network/${name}`, `acme/network/${name}/versions`)
  misses.push(`acme/network/aws/${name}`, `acme/network/aws/${name}/download`, `${name}/network/aws/download`)
  for (const path of misses) {
    const { status, body } = await registry(app, owner, `/v1/modules/${path}`)
    expect([path.slice(0, 40), status, body]).toEqual([path.slice(0, 40), 404, { errors: ['Not Found'] }])
  }
  const lists = [`/${name}`, `?provider=${name}`, `/acme?provider=${name}`]
  lists.push(
    `/search?q=${name}x`,
    `/search?q=network&provider=${name}`,
    `/search?q=network&namespace=${name}`,
  )
  for (const path of lists) {
    const { status, body } = await registry(app, owner, `/v1/modules${path}`)
    expect([path.slice(0, 40), status, body.modules]).toEqual([path.slice(0, 40), 200, []])
  }
})

test('a path that cannot be decoded is a miss on every face, without a word about the inside', async () => {
  for (const path of [
    '/v1/modules/%E0%A4%A/network/aws',
    '/api/v2/organizations/%ff',
    '/%E0%A4%A',
    '/api/docs/%ff',
  ]) {
    const { status, text } = await registry(app, owner, path)
    expect([path, status]).toEqual([path, 404])
    expect(text).not.toMatch(/URIError|node_modules|at .+:\d+:\d+/)
  }
})
