import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { mutate } from './mutate.js'

const app = await startTestApp()
const admin = await app.make.administrator()

beforeEach(async () => {
  await app.prisma.workspace.deleteMany()
  await app.prisma.engineVersion.deleteMany()
})

const fields =
  'changed { version enabled deprecated deprecatedReason } unchanged { version } userErrors { field code message }'

const act = (input: object, by = admin) => mutate(app, by, 'engineVersionsAct', input, fields)

const know = async (version: string, attributes: object = {}) =>
  (await app.make.engineVersion(admin, version, attributes)).id

const auditedFor = (reason: string) => app.prisma.auditEvent.findMany({ where: { reason } })

test('many versions are disabled and enabled at once, also those in use, with an audit row and its reason each', async () => {
  const ids = [await know('1.0.0'), await know('1.1.0', { official: true }), await know('1.2.0')]
  await app.make.workspace(admin, await app.make.organization(admin), '1.2.0')
  expect(await act({ ids, act: 'DISABLE', reason: 'A hole in all of them.' })).toMatchObject({
    changed: ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({ version, enabled: false })),
    unchanged: [],
    userErrors: [],
  })
  const rows = await auditedFor('A hole in all of them.')
  expect(rows.map(({ action, subjectId }) => [action, subjectId])).toEqual(
    ids.map((id) => ['engine-version.update', id]),
  )
  expect(await act({ ids, act: 'ENABLE' })).toMatchObject({
    changed: [{ enabled: true }, { enabled: true }, { enabled: true }],
  })
})

test('what is so already stays as it is, without an audit row; a deprecated one keeps its own reason', async () => {
  const ids = [await know('1.0.0', { deprecated: true, deprecatedReason: 'Its own.' }), await know('1.1.0')]
  const outcome = await act({ ids, act: 'DEPRECATE', deprecatedReason: 'Old.', reason: 'spring clean' })
  expect(outcome).toMatchObject({
    changed: [{ version: '1.1.0', deprecated: true, deprecatedReason: 'Old.', enabled: true }],
    unchanged: [{ version: '1.0.0' }],
  })
  expect(await auditedFor('spring clean')).toHaveLength(1)
  const unchanged = await app.prisma.engineVersion.findFirst({ where: { version: '1.0.0' } })
  expect(unchanged?.deprecatedReason).toBe('Its own.')
})

test('one that is gone is named by its index, and does not stop the others', async () => {
  const [first, gone, last] = [await know('1.0.0'), await know('1.1.0'), await know('1.2.0')]
  await app.services.engineVersions.delete(admin.ctx, gone)
  expect(await act({ ids: [first, gone, 'no\0thing', last], act: 'DISABLE' })).toMatchObject({
    changed: [{ version: '1.0.0' }, { version: '1.2.0' }],
    userErrors: [
      { field: ['ids', '1'], code: 'NOT_FOUND' },
      { field: ['ids', '2'], code: 'NOT_FOUND' },
    ],
  })
})

test('one that is named twice counts once', async () => {
  const id = await know('1.0.0')
  expect(await act({ ids: [id, id], act: 'DISABLE' })).toMatchObject({
    changed: [{ version: '1.0.0' }],
    unchanged: [],
  })
})

test.each([
  ['nothing', { ids: [] }, { field: ['ids'], code: 'BLANK' }],
  [
    'too many',
    { ids: Array.from({ length: 101 }, (_, n) => `tool-${n}`) },
    { field: ['ids'], code: 'INVALID' },
  ],
  [
    'a reason that is too long',
    { deprecatedReason: 'x'.repeat(1001) },
    { field: ['deprecatedReason'], code: 'TOO_LONG' },
  ],
])('%s is refused before anything is done', async (_, wrong, error) => {
  const id = await know('1.0.0')
  const answer = await act({ ids: [id], act: 'DEPRECATE', ...wrong })
  expect(answer).toMatchObject({ changed: null, unchanged: null, userErrors: [error] })
  expect(await app.prisma.engineVersion.count({ where: { deprecated: true } })).toBe(0)
})

test('what two do at once is done and audited once', async () => {
  const ids = [await know('1.0.0'), await know('1.1.0')]
  await Promise.all([1, 2].map(() => act({ ids, act: 'DISABLE', reason: 'both at once' })))
  expect(await app.prisma.engineVersion.count({ where: { enabled: false } })).toBe(2)
  expect(await auditedFor('both at once')).toHaveLength(2)
})

test('without the right nothing is there to be changed', async () => {
  const id = await know('1.0.0')
  const answer = await act({ ids: [id], act: 'DISABLE' }, await app.make.user())
  expect(answer).toMatchObject({ changed: null, userErrors: [{ field: [], code: 'NOT_FOUND' }] })
  expect(await app.prisma.engineVersion.count({ where: { enabled: true } })).toBe(1)
})
