import { expect, test } from 'vitest'
import { startTestApp } from './app.js'

test('a query that comes after the end of its app leaves the next app’s clients to its own database', async () => {
  const former = await startTestApp()
  await former.stop()
  await expect(former.prisma.user.count()).rejects.toThrow('A query came after the end of its app.')

  const next = await startTestApp()
  await next.make.user()
  expect(await next.prisma.user.count()).toBe(1)
})
