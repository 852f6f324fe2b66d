import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.js'
import { startTestApp } from '../app.js'
import { createModule, publish, registry } from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
for (const name of ['globex', 'Acme', 'initech']) await app.make.organization(owner, name)

async function made(address: string, ...versions: string[]): Promise<void> {
  await createModule(app, owner, address)
  for (const version of versions) await publish(app, owner, address, version)
}

const modulesAt = async (path: string): Promise<{ id: string; downloads: number }[]> => {
  const answer = await registry(app, owner, `/v1/modules${path}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.modules
}

rule('§7 lists', 'The order is namespace, name, provider')
test('lists go by namespace, then name, then provider, byte by byte', async () => {
  const sorted = ['Acme/Z/aws', 'Acme/a/aws', 'Acme/a/gcp', 'globex/a/aws', 'globex/b/a1']
  for (const address of [...sorted].reverse()) await made(address, '1.0.0')
  expect((await modulesAt('')).map(({ id }) => id)).toEqual(sorted.map((address) => `${address}/1.0.0`))
})

rule('§7 lists', 'A pre-release only where there is nothing else')
test('a module that has only pre-releases is shown by the newest of them, in every list', async () => {
  await made('initech/early/aws', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0-beta')
  const id = 'initech/early/aws/1.0.0-rc.10'
  for (const path of ['/initech', '/initech/early', '/search?q=early'])
    expect(
      (await modulesAt(path)).map((module) => module.id),
      path,
    ).toEqual([id])
  expect((await registry(app, owner, '/v1/modules/initech/early/aws')).body.id).toBe(id)
  await publish(app, owner, 'initech/early/aws', '0.9.0')
  expect((await modulesAt('/initech')).map((module) => module.id)).toEqual(['initech/early/aws/0.9.0'])
})

rule('§7 search', 'More than 5,000 matches go by downloads, the very numbers that are shown')
test('a search that matches more than 5,000 modules goes by the downloads that it shows', async () => {
  await made('initech/common/aws', '1.0.0')
  const { id } = await app.prisma.module.findFirstOrThrow({ where: { nameKey: 'common' } })
  const copy = async (first: number, last: number): Promise<void> => {
    const ids = Prisma.sql`'id', 'modver-' || n, 'module_id', 'mod-' || n, 'version_id', 'modver-' || n`
    const facts = Prisma.sql`'storage_key', n::text, 'name', 'x' || n, 'name_key', 'x' || n, 'downloads', n`
    const row = Prisma.sql`jsonb_build_object(${ids}, ${facts})`
    const numbers = Prisma.sql`generate_series(${first}::int, ${last}::int) n`
    await app.prisma.$executeRaw`
      INSERT INTO modules SELECT (jsonb_populate_record(m, ${row} || jsonb_build_object('id', 'mod-' || n))).*
      FROM modules m, ${numbers} WHERE m.id = ${id}`
    await app.prisma.$executeRaw`
      INSERT INTO module_versions SELECT (jsonb_populate_record(v, ${row})).*
      FROM module_versions v, ${numbers} WHERE v.module_id = ${id}`
    await app.prisma.$executeRaw`
      INSERT INTO module_listings SELECT (jsonb_populate_record(l, ${row})).*
      FROM module_listings l, ${numbers} WHERE l.module_id = ${id}`
  }
  // The one that is named so is the most relevant, and was never downloaded.
  await copy(1, 4999)
  await app.prisma.$executeRaw`UPDATE module_listings SET words = 'common:1' WHERE name LIKE 'x%'`
  expect((await modulesAt('/search?q=common&limit=1'))[0]?.id).toBe('initech/common/aws/1.0.0')
  await copy(5000, 5001)
  const top = await modulesAt('/search?q=common&limit=3')
  expect(top.map(({ downloads }) => downloads)).toEqual([5001, 5000, 4999])
})
