import { expect, test } from 'vitest'
import { silentLog } from '../../../test/silent-log.js'
import { createMetrics } from './metrics.js'

test('a number that cannot be read is left out, and told again once it can be', async () => {
  const metrics = createMetrics(silentLog, '1.2.3')
  let isThere = true
  metrics.gauge('engine_things', 'Things.', async () => {
    if (!isThere) throw new Error('the database is gone')
    return { users: 3 }
  })
  const row = 'engine_things{kind="users"} 3'
  expect((await metrics.text()).text).toContain(row)
  isThere = false
  expect((await metrics.text()).text).not.toContain(row)
  isThere = true
  expect((await metrics.text()).text).toContain(row)
})
