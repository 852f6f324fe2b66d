import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { startAcme } from './acme.js'
import { ask, path } from './gpg-keys.js'

let app: TestApp
let owner: Person

beforeAll(async () => {
  const { acme, ...started } = await startAcme()
  ;({ app, owner } = started)
  const now = app.clock.now()
  // As large as a key may be.
  const data = Array.from({ length: 90 }, (_, n) => ({
    id: newId('gpg'),
    organizationId: acme.id,
    keyId: String(n).padStart(16, '0'),
    asciiArmor: 'x'.repeat(100_000),
    createdAt: now,
    updatedAt: now,
  }))
  await app.prisma.gpgKey.createMany({ data })
})
afterAll(() => app.stop())

rule(
  '§18 bounds',
  'A JSON answer of `/api/v2` holds at most 8 MiB: beyond that 413 says to ask for smaller pages',
)
test('a page of more than 8 MiB is 413 and says what to do; smaller pages hold everything', async () => {
  const list = `${path}?filter[namespace]=acme`
  const whole = await ask(app, owner, 'get', `${list}&page[size]=100`)
  expect([whole.status, whole.body]).toEqual([
    413,
    {
      errors: [
        {
          status: '413',
          title: 'payload too large',
          detail: 'The answer is larger than 8 MiB: ask for smaller pages with page[size]',
        },
      ],
    },
  ])
  const halves = await Promise.all(
    [1, 2].map((number) => ask(app, owner, 'get', `${list}&page[size]=50&page[number]=${number}`)),
  )
  expect(halves.map(({ status }) => status)).toEqual([200, 200])
  expect(halves.flatMap(({ body }) => body.data)).toHaveLength(90)
})
