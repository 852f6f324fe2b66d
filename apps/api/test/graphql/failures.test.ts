import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { graphql } from '../rest.js'

test('a failure of our own is told without its cause, which is in the log', async () => {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  const admin = await app.make.administrator()
  await app.prisma.$executeRaw`ALTER TABLE engine_versions RENAME TO elsewhere`
  const { errors } = await graphql(app, admin, '{ engineVersions { totalCount } }')
  expect(errors).toMatchObject([
    { message: 'internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
  ])
  expect(JSON.stringify(errors)).not.toMatch(/elsewhere|prisma|relation|node_modules|stack/i)
  await app.stop()
})
