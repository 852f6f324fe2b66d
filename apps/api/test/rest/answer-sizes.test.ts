import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.js'
import { startAcme } from './acme.js'
import { as } from '../rest.js'
import { path } from './gpg-keys.js'

const { app, owner, acme } = await startAcme()
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

rule(
  '§18 bounds',
  'A JSON answer of `/api/v2` holds at most 8 MiB: beyond that 413 says to ask for smaller pages',
)
test('a page of more than 8 MiB is 413 and says what to do; smaller pages hold everything', async () => {
  const list = `${path}?filter[namespace]=acme`
  const whole = await as(app, owner).get(`${list}&page[size]=100`)
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
    [1, 2].map((number) => as(app, owner).get(`${list}&page[size]=50&page[number]=${number}`)),
  )
  expect(halves.map(({ status }) => status)).toEqual([200, 200])
  expect(halves.flatMap(({ body }) => body.data)).toHaveLength(90)
})
