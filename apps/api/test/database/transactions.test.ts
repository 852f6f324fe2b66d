import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { violatedConstraint } from '../../src/adapters/database/failures.js'
import { openDatabase, type Database } from '../../src/adapters/database/open.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'
import { anonymousContext } from '../anonymous-context.js'

const ctx = anonymousContext()

const at = new Date('2026-01-01T00:00:00Z')
const user = (id: string) => ({
  id,
  username: id,
  usernameKey: id,
  email: `${id}@example.org`,
  emailKey: `${id}@example.org`,
  createdAt: at,
  updatedAt: at,
})

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase()
  database = await openDatabase({ databaseUrl: test.url, dataDir: '', log: silentLog })
})

afterAll(async () => {
  await database.close()
  await test.drop()
})

beforeEach(async () => {
  await database.prisma.user.deleteMany()
  await database.prisma.user.createMany({ data: [user('ann'), user('bob')] })
})

const names = async () =>
  (await database.prisma.user.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

it('what comes first is done first, in a run inside a run as well', async () => {
  const done: string[] = []
  const step = (name: string) => async () => void done.push(name)
  const { transactions } = database
  await transactions.run(
    ctx,
    (tx) => transactions.run(tx, step('inner'), step('before inner')),
    step('before'),
  )
  expect(done).toEqual(['before', 'before inner', 'inner'])
})

it('outside of a transaction each statement is there at once', async () => {
  await database.prismaOf(ctx).user.create({ data: user('dan') })
  expect(await names()).toContain('dan')
  await database.prismaOf(ctx).user.delete({ where: { id: 'dan' } })
})

it('a transaction keeps what it wrote, and answers what the work answered', async () => {
  const answer = await database.transactions.run(ctx, async (inner) => {
    await database.prismaOf(inner).user.create({ data: user('cat') })
    expect(await names()).toEqual(['ann', 'bob'])
    return 42
  })

  expect(answer).toBe(42)
  expect(await names()).toEqual(['ann', 'bob', 'cat'])
})

it('a run inside a run joins it: what the inner one wrote goes with the outer one', async () => {
  const failing = database.transactions.run(ctx, (outer) =>
    database.transactions
      .run(outer, async (inner) => {
        expect(inner).toBe(outer)
        await database.prismaOf(inner).user.create({ data: user('cat') })
      })
      .then(() => Promise.reject(new Error('after all, no'))),
  )

  await expect(failing).rejects.toThrow('after all, no')
  expect(await names()).toEqual(['ann', 'bob'])
})

it('of two transactions that lock each other out, both come through', async () => {
  let attempts = 0
  const bothLockOne = meeting(2)
  const rename = (first: string, second: string) =>
    database.transactions.run(ctx, async (inner) => {
      attempts++
      const { user: users } = database.prismaOf(inner)
      await users.update({ where: { id: first }, data: { email: `by-${first}` } })
      await bothLockOne()
      await users.update({ where: { id: second }, data: { email: `by-${first}` } })
    })

  await Promise.all([rename('ann', 'bob'), rename('bob', 'ann')])

  const emails = (await database.prisma.user.findMany()).map(({ email }) => email)
  expect(new Set(emails).size).toBe(1)
  // Where both look for the lock at the same moment, PostgreSQL breaks both.
  expect(attempts).toBeGreaterThan(2)
})

it('a conflict that does not pass is reported after six tries', async () => {
  let attempts = 0
  const failing = database.transactions.run(ctx, async (inner) => {
    attempts++
    await database.prismaOf(inner)
      .$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$`
  })

  await expect(failing).rejects.toThrow('40001')
  expect(attempts).toBe(6)
})

it('no other failure is tried again', async () => {
  let attempts = 0
  const failing = database.transactions.run(ctx, async (inner) => {
    attempts++
    await database.prismaOf(inner).user.create({ data: user('ann') })
  })

  await expect(failing).rejects.toThrow()
  expect(attempts).toBe(1)
})

describe('the violated constraint has its name', () => {
  const broken = (work: Promise<unknown>) => work.then(() => 'nothing broke', violatedConstraint)

  it('unique', async () => {
    const data = { ...user('dan'), usernameKey: 'ann', username: 'Ann' }
    expect(await broken(database.prisma.user.create({ data }))).toBe('users_username_key_key')
    expect(await broken(database.prisma.$executeRaw`INSERT INTO users SELECT * FROM users`)).toBe(
      'users_pkey',
    )
  })

  it('foreign key', async () => {
    const data = { id: 't', organizationId: 'none', name: 'x', nameKey: 'x', createdAt: at }
    expect(await broken(database.prisma.team.create({ data }))).toBe('teams_organization_id_fkey')
  })

  it('foreign key that restricts', async () => {
    const stamps = { createdAt: at, updatedAt: at }
    await database.prisma.engineVersion.create({
      data: { id: 'v', version: '1.0.0', sortKey: 'k', ...stamps },
    })
    const workspace = { id: 'w', name: 'w', nameKey: 'w', engineVersionId: 'v', ...stamps }
    await database.prisma.organization.create({
      data: {
        id: 'o',
        name: 'acme',
        nameKey: 'acme',
        email: 'e',
        ...stamps,
        workspaces: { create: workspace },
      },
    })

    const name = 'workspaces_engine_version_id_fkey'
    expect(await broken(database.prisma.engineVersion.delete({ where: { id: 'v' } }))).toBe(name)
    expect(await broken(database.prisma.$executeRaw`DELETE FROM engine_versions`)).toBe(name)
  })

  it('check', async () => {
    const data = { ...user('dan'), usernameKey: 'other' }
    expect(await broken(database.prisma.user.create({ data }))).toBe('users_username_key_check')
    expect(await broken(database.prisma.$executeRaw`UPDATE users SET username_key = 'X'`)).toBe(
      'users_username_key_check',
    )
  })

  it('and no other failure has one', async () => {
    expect(await broken(database.prisma.$executeRaw`SELECT 1 / 0`)).toBeUndefined()
    expect(violatedConstraint(new Error('unique constraint "x"'))).toBeUndefined()
    expect(violatedConstraint(undefined)).toBeUndefined()
  })
})

it('a connection that the server cut off is replaced', async () => {
  await expect(database.prisma.$executeRaw`SELECT pg_terminate_backend(pg_backend_pid())`).rejects.toThrow()

  expect(await names()).toEqual(['ann', 'bob'])
  expect(await database.ping()).toBe(true)
})

/** A point that all of the parties must have reached before any goes on; later ones pass at once. */
function meeting(parties: number): () => Promise<void> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return async () => {
    if (--parties === 0) open()
    await opened
  }
}
