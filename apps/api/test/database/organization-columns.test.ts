import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationColumns, organizationSql } from '../../src/domain/organizations/organizations.store.js'
import { db, rowsOf } from '../../src/domain/sql.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { startTestApp, type TestApp } from '../app.js'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('an organization that is read by SQL is the one that Prisma reads', async () => {
  const { name } = await app.make.organization(await app.make.administrator())
  const where = { nameKey: name.toLowerCase() }
  const read = await app.prisma.organization.findUnique({ where, select: organizationColumns })
  const query = db.selectFrom('organizations as o').select(organizationSql).where('o.name', '=', name)
  const rows = await rowsOf(app.prisma, query)
  expect(rows).toEqual([read])
})

test('all columns of an organization are read but its name’s key and who made it, which only the database compares', () => {
  const compared = new Set(['nameKey', 'createdById'])
  const names = Object.keys(Prisma.OrganizationScalarFieldEnum).filter((name) => !compared.has(name))
  expect(Object.keys(organizationColumns).toSorted()).toEqual(names.toSorted())
})
