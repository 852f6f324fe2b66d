import { Client } from 'pg'
import { expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { countWaiting } from '../races.js'
import { as, documentOf } from '../rest.js'
import { startAcme } from '../rest/acme.js'
import { createModule, foundModules, publish, put, setStatus, uploadLink } from './module-requests.js'

const { app, owner } = await startAcme()

/** Modules that the console finds by a part of an address or of a description. */
const found = (search: string) => foundModules(app, owner, `(filter: { search: ${JSON.stringify(search)} })`)

/** The stored search text of each module, and the expected one. */
async function texts() {
  const said = await app.prisma.moduleSearchText.findMany({ orderBy: { moduleId: 'asc' } })
  const include = { organization: true, listing: true }
  const modules = await app.prisma.module.findMany({ orderBy: { id: 'asc' }, include })
  const are = modules.map(({ id, name, provider, description, organization, listing }) => ({
    moduleId: id,
    address: `${organization.name}/${name}/${provider}`.toLowerCase(),
    description: (listing ?? { description }).description.toLowerCase(),
  }))
  return { said, are }
}

const described = (text: string): Buffer =>
  archive(file('main.tf', 'output "a" { value = 1 }\n'), file('README.md', `# Module\n\n${text}\n`))

const rename = (from: string, name: string) =>
  as(app, owner).patch(`/organizations/${from}`, { body: documentOf('organizations', { name }) })

test('a module is found by what lists say of it now: its own words, its newest README, or its own again', async () => {
  const address = 'Acme/Network/aws'
  await createModule(app, owner, address)
  expect(await found('me/network/a')).toEqual([address])

  await publish(app, owner, address, '1.0.0', described('Subnets in every ZONE'))
  expect(await found('every zone')).toEqual([address])
  await publish(app, owner, address, '1.1.0', described('Peering of clouds'))
  expect(await found('every zone')).toEqual([])
  expect(await found('Peering')).toEqual([address])

  const { status } = await setStatus(app, owner, address, '1.1.0', 'Revoked', { reason: 'a hole' })
  expect(status).toBe(200)
  expect(await found('peering')).toEqual([])
  expect(await found('every zone')).toEqual([address])

  const [module] = (await texts()).said
  await app.services.modules.update(owner.ctx, module?.moduleId ?? '', { description: 'Its OWN words' })
  expect(await found('own words')).toEqual([address])
  await setStatus(app, owner, address, '1.0.0', 'Revoked', { reason: 'a hole' })
  expect(await found('own words')).toEqual([address])
  expect(await found('every zone')).toEqual([])
})

test('a part of the one text that goes on in the other is no part of either', async () => {
  await createModule(app, owner, 'Acme/edge/aws', { description: 'awake' })
  expect(await found('edge/awsawake')).toEqual([])
  expect(await found('edge/aws\nawake')).toEqual([])
})

test('an organization that is renamed takes its modules along', async () => {
  expect((await rename('Acme', 'Globex')).status).toBe(200)
  expect(await found('globex/net')).toEqual(['Globex/Network/aws'])
  expect(await found('acme/net')).toEqual([])
  expect((await rename('Globex', 'Acme')).status).toBe(200)
})

test('what waits for a rename to end is found by the new name', async () => {
  const { id: organizationId } = await app.make.organization(owner, 'before')
  const { modules } = app.services
  const { id } = await modules.create(owner.ctx, 'before', { name: 'old', provider: 'aws' })
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('BEGIN')
  await client.query(`UPDATE organizations SET name = 'after', name_key = 'after' WHERE id = $1`, [
    organizationId,
  ])
  const waiting = Promise.all([
    modules.update(owner.ctx, id, { description: 'Waits' }),
    modules.create(owner.ctx, 'before', { name: 'new', provider: 'aws' }),
  ])
  await expect.poll(() => countWaiting(app.prisma)).toBe(2)
  await client.query('COMMIT')
  await client.end()
  await waiting
  expect(await found('after/')).toEqual(['after/new/aws', 'after/old/aws'])
  const { said, are } = await texts()
  expect(said).toEqual(are)
})

test('modules that are made, published, described and deleted while their organization is renamed', async () => {
  await app.make.organization(owner, 'busy')
  const { modules } = app.services
  const make = (organization: string, name: string) =>
    modules.create(owner.ctx, organization, { name, provider: 'aws' })
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const made = await Promise.all(names.map((name) => make('busy', name)))
  const links = await Promise.all(names.map((name) => uploadLink(app, owner, `busy/${name}/aws`, '1.0.0')))
  const renaming = async (): Promise<void> => {
    for (const to of ['busier', 'busy', 'busier', 'busy', 'busier'])
      expect((await rename(to === 'busy' ? 'busier' : 'busy', to)).status).toBe(200)
  }
  const using = async ({ id }: { id: string }, n: number): Promise<void> => {
    expect((await put(app, links[n] ?? '', described(`Published ${n}`))).status).toBe(200)
    for (const turn of [1, 2, 3]) await modules.update(owner.ctx, id, { description: `Own ${n}, ${turn}` })
    if (n % 3 === 0) await modules.delete(owner.ctx, [id])
  }
  const late = ['g', 'h', 'i'].flatMap((name) => ['busy', 'busier'].map((now) => make(now, name)))
  // By its id it is always found; by the name of a moment ago the organization may be missing.
  await Promise.all([renaming(), ...made.map(using), Promise.allSettled(late)])
  const { said, are } = await texts()
  expect(are.filter(({ address }) => address.startsWith('busier/')).length).toBeGreaterThan(3)
  expect(said).toEqual(are)
})
