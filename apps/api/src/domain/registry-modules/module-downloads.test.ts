import { rule } from '@engine/shared/rule'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OperationContext } from '../../kernel/context.js'
import type { ModuleAccessService } from './module-access.service.js'
import { ModuleDownloadsService } from './module-downloads.service.js'
import type { ModuleDownloadsStore } from './module-downloads.store.js'
import type { Published } from './registry-module-versions.service.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Counting, without a database: what is written and what is shown is recorded here. */
function counting() {
  const written: [batch: number, count: number][] = []
  const shown: string[] = []
  const failures: Error[] = []
  const store: Pick<ModuleDownloadsStore, 'add' | 'refreshListings'> = {
    async add(_ctx, _writer, batch, rows) {
      written.push([batch, rows.reduce((sum, { count }) => sum + count, 0)])
      const failure = failures.shift()
      if (failure) throw failure
    },
    refreshListings: async (_ctx, ids) => void shown.push(...ids),
  }
  const service = new ModuleDownloadsService(store as ModuleDownloadsStore, {} as ModuleAccessService)
  const ctx = {
    actor: { type: 'anonymous' },
    clock: { now: () => new Date() },
    log: { warn: () => {} },
  } as unknown as OperationContext
  const count = () =>
    service.count(ctx, { module: { id: 'mod-1' }, version: { version: '1.0.0' } } as Published)
  return { written, shown, failures, count }
}

describe('downloads', () => {
  rule('§7 counting', 'The summary is right within a second')
  test('are written within a second, those of one moment together, for the summary to tell', async () => {
    const { written, count } = counting()
    count()
    count()
    await vi.advanceTimersByTimeAsync(999)
    expect(written).toEqual([[1, 2]])
    count()
    await vi.advanceTimersByTimeAsync(999)
    expect(written).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  rule('§7 detail', '`downloads` may be a minute old, not more')
  test('are shown in documents within a minute', async () => {
    const { shown, count } = counting()
    count()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(shown).toEqual(['mod-1'])
  })

  rule('§7 counting', 'What has an unknown outcome is written again by the same number')
  test('whose outcome is unknown are written again by the same number, before any other', async () => {
    const { written, failures, count } = counting()
    failures.push(new Error('the answer was lost'))
    count()
    await vi.advanceTimersByTimeAsync(500)
    count()
    await vi.advanceTimersByTimeAsync(5000)
    expect(written).toEqual([
      [1, 1],
      [1, 1],
      [2, 1],
    ])
  })
})
