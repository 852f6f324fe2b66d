import { expect, test } from 'vitest'
import { openHclThreads } from './open.js'

test('a module beyond those that may wait is unavailable', async () => {
  const threads = openHclThreads({ queue: 0 })
  await expect(threads.parse('a = 1')).rejects.toMatchObject({
    failure: { kind: 'unavailable', message: 'Too many modules are being read at once' },
  })
  await threads.close()
})
