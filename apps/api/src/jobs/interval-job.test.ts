import { expect, test, vi } from 'vitest'
import { anonymousContext } from '../../test/anonymous-context.js'
import { recordedLog } from '../../test/recorded-log.js'
import { IntervalJob } from './interval-job.js'

test('a job that fails is logged and runs again, and the process goes on', async () => {
  const { log, lines } = recordedLog()
  const ctx = { ...anonymousContext(), log }
  const run = vi.fn(async () => {
    throw new Error('The database is unavailable')
  })
  const job = new IntervalJob({ name: 'telling', every: 1, run })
  job.start(ctx)
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(2))
  await job.stop(ctx)
  expect(lines[0]).toEqual({ error: 'Error: The database is unavailable', job: 'telling' })
})
