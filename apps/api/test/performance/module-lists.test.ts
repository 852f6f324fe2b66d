import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { fillModules } from '../../load/src/bench/filling.js'
import { makePlatform } from '../../load/src/bench/platform.js'
import { firstPage } from '../../src/kernel/page.js'
import { startTestApp } from '../app.js'
import { createModule, moduleArchive, put, registry, uploadLink } from '../modules/module-requests.js'
import { statementsOf } from '../statements.js'
import { anonymousContext } from '../anonymous-context.js'
import { plansOf, type Plan } from './plans.js'

const listings = 'module_listings'

const app = await startTestApp({ LOG_LEVEL: 'silent', ANSWER_CACHE_LIMIT: '0' })
const start = anonymousContext(app.clock)
const { organizations, callers } = await makePlatform(app.services, start, 25)
const client = new Client({ connectionString: app.databaseUrl })
await client.connect()
// Of fewer modules PostgreSQL rather sorts all than reads forty pages by an index.
await fillModules(client, organizations, 5_000)
await client.end()
const member = callers.member
const ctx = { ...start, actor: await app.services.authentication.authenticate(start, member) }

/** Plans for reading the big tables for a request, with the settings that the request makes. */
async function plansFor(path: string, status = 200): Promise<Plan> {
  const { answer, own } = await statementsOf(app, () => registry(app, member, `/v1/modules${path}`))
  expect(answer.status, answer.text).toBe(status)
  const settings = own.filter(({ text }) => text.startsWith('SET LOCAL')).map(({ text }) => text)
  const reading = own.filter(
    ({ text }) => /\bmodules?(_\w+)?\b/.test(text) && /^\s*(SELECT|WITH)\b/i.test(text),
  )
  return (await plansOf(app, reading, settings)).flat()
}

const bigTables = ['modules', 'module_versions', 'module_version_documents', listings]
const wholeReads = (plan: Plan) =>
  plan.filter(({ how, table }) => how === 'Seq Scan' && bigTables.includes(table))

describe('far back in a list no row is read but those of the page', () => {
  test.each([
    ['?offset=900', `${listings}_namespace_name_provider_organization_id_mod_idx`],
    ['?provider=aws&offset=90', `${listings}_provider_namespace_name_organization_id_mod_idx`],
    ['?verified=true&offset=15', `${listings}_verified_idx`],
    ['/team-0000?offset=300', `${listings}_organization_id_name_provider_module_id_idx`],
  ])('%s', async (path, index) => {
    const plan = await plansFor(path)
    expect(plan).toContainEqual(expect.objectContaining({ how: 'Index Only Scan', index }))
    expect(plan).toContainEqual(expect.objectContaining({ how: 'Index Scan', index: `${listings}_pkey` }))
    expect(wholeReads(plan)).toEqual([])
  })
})

test.each(['monitoring', 'the', 'gateway%20group%20aws', '%22of%20the%22', 'e', 'netwrok'])(
  'a search for %s asks the index of words, however common they are',
  async (q) => {
    for (const more of ['', '&offset=1000', '&provider=aws']) {
      const plan = await plansFor(`/search?q=${q}${more}`)
      expect(plan).toContainEqual(
        expect.objectContaining({ how: 'Bitmap Index Scan', index: `${listings}_words_idx` }),
      )
      expect(wholeReads(plan)).toEqual([])
    }
  },
)

/** An index of trigrams is dear to ask: of two thousand texts it is cheaper to look at all. */
async function lookLikeMany(): Promise<void> {
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(`SET session_replication_role = replica;
    INSERT INTO module_search_texts (module_id, address, description)
    SELECT 'mod-' || n, 'foreign/' || md5(n::text) || '/aws', md5((n + 1)::text) || ' ' || md5((n + 2)::text)
    FROM generate_series(1, 20000) AS n`)
  await client.query('VACUUM ANALYZE module_search_texts')
  await client.end()
}

test('the console finds a part of an address or a description, and words, by their indexes', async () => {
  const { name } = await app.prisma.moduleListing.findFirstOrThrow({ skip: 1000 })
  await lookLikeMany()
  for (const search of [name, 'zzz']) {
    const page = firstPage
    const list = () => app.services.moduleCatalogue.list(ctx, { search }, page)
    const { answer, own } = await statementsOf(app, list)
    expect(answer.totalCount > 0, search).toBe(search !== 'zzz')
    const settings = own.filter(({ text }) => text.startsWith('SET LOCAL')).map(({ text }) => text)
    const searching = own.filter(({ text }) => text.includes('module_search_texts'))
    // Where nothing matches as typed, it is counted once more for what is one typo away.
    expect(searching).toHaveLength(search === 'zzz' ? 3 : 2)
    for (const plan of await plansOf(app, searching, settings)) {
      for (const index of ['module_search_texts_address_description_idx', `${listings}_words_idx`])
        expect(plan).toContainEqual(expect.objectContaining({ how: 'Bitmap Index Scan', index }))
      expect(plan.filter(({ how }) => how === 'Seq Scan').map(({ table }) => table)).not.toContain(
        'module_search_texts',
      )
      expect(wholeReads(plan)).toEqual([])
    }
  }
})

test('the list by use sorts nothing: the index has its order, however far back a page is', async () => {
  for (const number of [1, 40]) {
    for (const direction of ['asc', 'desc'] as const) {
      const page = { number, size: 20, order: { field: 'downloads', direction } } as const
      const list = () => app.services.moduleCatalogue.list(ctx, {}, page)
      const { answer, own } = await statementsOf(app, list)
      expect(answer.items).toHaveLength(20)
      const paging = own.filter(
        ({ text }) => text.includes('"l"."downloads"') || /l\.downloads (asc|desc)/i.test(text),
      )
      expect(paging).toHaveLength(1)
      const [plan] = await plansOf(app, paging)
      const [how, index] = [
        expect.stringMatching(/^Index (Only )?Scan$/),
        `${listings}_downloads_namespace_name_provider_module_id_idx`,
      ]
      expect(plan).toContainEqual(expect.objectContaining({ how, index }))
    }
  }
})

test.each([
  ['', 200],
  ['/versions', 200],
  ['/download', 302],
  ['/0.1.0', 200],
  ['/0.1.0/download', 204],
])('to read of one module, %j, no table is read whole', async (path, status) => {
  const { name, provider } = await app.prisma.moduleListing.findFirstOrThrow({
    where: { namespace: 'team-0000' },
  })
  expect(wholeReads(await plansFor(`/team-0000/${name}`))).toEqual([])
  const plan = await plansFor(`/team-0000/${name}/${provider}${path}`, status)
  expect(plan).toContainEqual(
    expect.objectContaining({ index: 'modules_organization_id_name_key_provider_key' }),
  )
  expect(wholeReads(plan)).toEqual([])
})

describe('the number of statements', () => {
  /** Counts statements, without those that record the downloads of earlier tests at any moment. */
  const counted = async (work: () => Promise<unknown>) => {
    const { own } = await statementsOf(app, work)
    return own.filter(({ text }) => !text.includes('module_download_writers')).length
  }

  test('of a list is the same for one module and for a hundred, at the start and far back', async () => {
    const list = (query: string) => counted(() => registry(app, member, `/v1/modules?${query}`))
    expect([await list('limit=1'), await list('limit=100'), await list('offset=900')]).toEqual([2, 2, 2])
  })

  test('of a search is the same for few matches and for many', async () => {
    const search = (query: string) => counted(() => registry(app, member, `/v1/modules/search?q=${query}`))
    expect([await search('monitoring&limit=1'), await search('the&limit=100')]).toEqual([4, 4])
  })

  test('of a publication is the same for the second version of a module and for the hundredth', async () => {
    const address = 'team-0000/published/aws'
    await createModule(app, member, address)
    const publishing = async (version: string) => {
      const link = await uploadLink(app, member, address, version)
      return counted(() => put(app, link, moduleArchive()))
    }
    // A version is compared with the one before it, which the first one lacks.
    await publishing('1.0.0')
    const second = await publishing('1.0.1')
    const { id } = await app.prisma.module.findFirstOrThrow({ where: { nameKey: 'published' } })
    for (let n = 2; n < 100; n++) await app.services.moduleVersions.create(ctx, id, { version: `1.0.${n}` })
    expect(await publishing('1.1.0')).toBe(second)
  })
})
