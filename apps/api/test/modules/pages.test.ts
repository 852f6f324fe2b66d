import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { atOnce } from '../races.js'
import { as } from '../rest.js'
import {
  createModule,
  createVersion,
  modulePath,
  publish,
  publishModule,
  registry,
  setStatus,
} from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
const stranger = await app.make.user('eve')
for (const name of ['acme', 'globex', 'initech', 'void', 'comings']) await app.make.organization(owner, name)
await app.make.organization(stranger, 'foreign')

async function made(by: Person, address: string): Promise<void> {
  await publishModule(app, by, address, '1.0.0')
}

const deleted = async (address: string): Promise<void> => {
  expect((await as(app, owner).delete(modulePath(address))).status).toBe(204)
}

async function pageAt(by: Person, offset: number, limit: number, narrowed = '') {
  const { status, body } = await registry(app, by, `/v1/modules?offset=${offset}&limit=${limit}${narrowed}`)
  expect(status).toBe(200)
  const { next_offset: next, prev_offset: prev } = body.meta
  return { ids: body.modules.map(({ id }: { id: string }) => id), next, prev }
}

test('each page is right at every offset and limit, of all modules that the caller may use', async () => {
  const mine = ['acme/a/aws', 'acme/b/aws', 'acme/b/gcp', 'globex/a/aws', 'initech/a/aws', 'initech/z/aws']
  for (const address of mine.toReversed()) await made(owner, address)
  for (const name of ['a', 'b', 'c']) await made(stranger, `foreign/${name}/aws`)
  await app.prisma.moduleListing.updateMany({ where: { name: { not: 'z' } }, data: { verified: true } })
  const ids = mine.map((address) => `${address}/1.0.0`)
  for (const [narrowed, all] of [
    ['', ids],
    ['&provider=aws', ids.filter((id) => !id.includes('gcp'))],
    ['&verified=true', ids.filter((id) => !id.includes('z'))],
    ['&verified=true&provider=aws', ids.filter((id) => !/gcp|z/.test(id))],
  ] as const)
    for (let offset = 0; offset <= all.length + 1; offset++)
      for (const limit of [1, 2, 3, all.length + 1]) {
        const page = await pageAt(owner, offset, limit, narrowed)
        expect(page, `${narrowed}, ${offset}, ${limit}`).toEqual({
          ids: all.slice(offset, offset + limit),
          next: offset + limit < all.length ? offset + limit : undefined,
          prev: offset > 0 ? Math.max(offset - limit, 0) : undefined,
        })
      }
  expect((await pageAt(stranger, 1, 2)).ids).toEqual(['foreign/b/aws/1.0.0', 'foreign/c/aws/1.0.0'])
})

test('a renamed namespace is sorted by its new name, with all of its modules', async () => {
  const path = '/organizations/globex'
  const rename = (from: string, name: string) =>
    as(app, owner).patch(from, { body: { data: { type: 'organizations', attributes: { name } } } })
  expect((await rename(path, 'zebra')).status).toBe(200)
  expect((await pageAt(owner, 4, 2)).ids).toEqual(['initech/z/aws/1.0.0', 'zebra/a/aws/1.0.0'])
})

test('what is published, revoked, restored, deleted or gone with its organization is listed once or not at all', async () => {
  const listed = async (namespace: string) =>
    (await pageAt(owner, 0, 100)).ids.filter((id: string) => id.startsWith(`${namespace}/`))
  await createModule(app, owner, 'comings/counted/aws')
  await createVersion(app, owner, 'comings/counted/aws', '0.9.0')
  expect(await listed('comings')).toEqual([])
  for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, 'comings/counted/aws', version)
  expect(await listed('comings')).toEqual(['comings/counted/aws/1.1.0'])
  for (const version of ['1.0.0', '1.1.0'])
    expect(
      (await setStatus(app, owner, 'comings/counted/aws', version, 'Revoked', { reason: 'x' })).status,
    ).toBe(200)
  expect(await listed('comings')).toEqual([])
  await setStatus(app, owner, 'comings/counted/aws', '1.0.0', 'Undeprecated')
  expect(await listed('comings')).toEqual(['comings/counted/aws/1.0.0'])
  await deleted('comings/counted/aws')
  expect(await listed('comings')).toEqual([])

  await app.make.organization(owner, 'leaving')
  for (const name of ['a', 'b']) await made(owner, `leaving/${name}/aws`)
  expect(await listed('leaving')).toHaveLength(2)
  expect((await as(app, owner).delete('/organizations/leaving')).status).toBe(204)
  expect(await listed('leaving')).toEqual([])
})

test('modules that are published and deleted at once are each listed once or not at all', async () => {
  const address = (n: number) => `void/module${n}/aws`
  for (let n = 0; n < 12; n++) await createModule(app, owner, address(n))
  await atOnce((n) => publish(app, owner, address(n), '1.0.0'), 12)
  await atOnce((n) => (n < 6 ? deleted(address(n)) : publish(app, owner, address(n), '1.1.0')), 12)
  const { ids } = await pageAt(owner, 0, 100)
  const listed = ids.filter((id: string) => id.startsWith('void/')).sort()
  expect(listed).toEqual([6, 7, 8, 9, 10, 11].map((n) => `${address(n)}/1.1.0`).sort())
})
