import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { atOnce } from '../races.js'
import { as } from '../rest.js'
import { createModule, createVersion, modulePath, publish, registry, setStatus } from './story.js'

let app: TestApp
let owner: Person
let stranger: Person

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  owner = await app.make.user('ana')
  stranger = await app.make.user('eve')
  for (const name of ['acme', 'globex', 'initech', 'void']) await app.make.organization(owner, name)
  await app.make.organization(stranger, 'foreign')
})
afterAll(() => app.stop())

async function made(by: Person, address: string): Promise<void> {
  await createModule(app, by, address)
  await publish(app, by, address, '1.0.0')
}

const deleted = async (address: string): Promise<void> => {
  expect((await as(app, owner).delete(modulePath(address))).status).toBe(204)
}

async function pageAt(by: Person, offset: number, limit: number) {
  const { status, body } = await registry(app, by, `/v1/modules?offset=${offset}&limit=${limit}`)
  expect(status).toBe(200)
  const { next_offset: next, prev_offset: prev } = body.meta
  return { ids: body.modules.map(({ id }: { id: string }) => id), next, prev }
}

/** How many modules of each organization are said to be listed, and how many are. */
async function counts() {
  const said = await app.prisma.moduleCount.findMany({ where: { listed: { gt: 0 } } })
  const are = await app.prisma.moduleListing.groupBy({ by: ['organizationId'], _count: true })
  const sorted = (pairs: readonly (readonly [string, number])[]) =>
    [...pairs].sort(([a], [b]) => a.localeCompare(b))
  return {
    said: sorted(said.map(({ organizationId, listed }) => [organizationId, listed])),
    are: sorted(are.map(({ organizationId, _count }) => [organizationId, _count])),
  }
}

test('wherever a page begins and ends, it holds what lies there of all that the caller may use', async () => {
  const mine = ['acme/a/aws', 'acme/b/aws', 'acme/b/gcp', 'globex/a/aws', 'initech/a/aws', 'initech/z/aws']
  for (const address of mine.toReversed()) await made(owner, address)
  for (const name of ['a', 'b', 'c']) await made(stranger, `foreign/${name}/aws`)
  const all = mine.map((address) => `${address}/1.0.0`)
  for (let offset = 0; offset <= all.length + 1; offset++)
    for (let limit = 1; limit <= all.length + 1; limit++) {
      const page = await pageAt(owner, offset, limit)
      expect(page, `${offset}, ${limit}`).toEqual({
        ids: all.slice(offset, offset + limit),
        next: offset + limit < all.length ? offset + limit : undefined,
        prev: offset > 0 ? Math.max(offset - limit, 0) : undefined,
      })
    }
  expect((await pageAt(stranger, 1, 2)).ids).toEqual(['foreign/b/aws/1.0.0', 'foreign/c/aws/1.0.0'])
})

test('a namespace that is renamed takes its place among the others, with all of its modules', async () => {
  const path = '/organizations/globex'
  const rename = (from: string, name: string) =>
    as(app, owner).patch(from, { body: { data: { type: 'organizations', attributes: { name } } } })
  expect((await rename(path, 'zebra')).status).toBe(200)
  expect((await pageAt(owner, 4, 2)).ids).toEqual(['initech/z/aws/1.0.0', 'zebra/a/aws/1.0.0'])
})

test('what is published first, revoked, deleted or gone with its organization is counted once', async () => {
  await createModule(app, owner, 'acme/counted/aws')
  const { said: before } = await counts()
  await createVersion(app, owner, 'acme/counted/aws', '0.9.0')
  expect((await counts()).said).toEqual(before)
  for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, 'acme/counted/aws', version)
  const sum = (pairs: readonly (readonly [string, number])[]) => pairs.reduce((n, [, one]) => n + one, 0)
  expect(sum((await counts()).said)).toBe(sum(before) + 1)
  for (const version of ['1.0.0', '1.1.0'])
    expect(
      (await setStatus(app, owner, 'acme/counted/aws', version, 'Revoked', { reason: 'x' })).status,
    ).toBe(200)
  expect((await counts()).said).toEqual(before)
  await setStatus(app, owner, 'acme/counted/aws', '1.0.0', 'Undeprecated')
  await deleted('acme/counted/aws')
  expect((await counts()).said).toEqual(before)

  await app.make.organization(owner, 'leaving')
  for (const name of ['a', 'b']) await made(owner, `leaving/${name}/aws`)
  expect(sum((await counts()).said)).toBe(sum(before) + 2)
  expect((await as(app, owner).delete('/organizations/leaving')).status).toBe(204)
  const { said, are } = await counts()
  expect(said).toEqual(before)
  expect(said).toEqual(are)
})

test('modules that are published and deleted at once are all counted', async () => {
  const address = (n: number) => `void/module${n}/aws`
  for (let n = 0; n < 12; n++) await createModule(app, owner, address(n))
  await atOnce((n) => publish(app, owner, address(n), '1.0.0'), 12)
  await atOnce((n) => (n < 6 ? deleted(address(n)) : publish(app, owner, address(n), '1.1.0')), 12)
  const { said, are } = await counts()
  expect(said).toEqual(are)
  expect(said.map(([, count]) => count)).toContain(6)
})
