import { GraphQLError } from 'graphql'
import { expect, test } from 'vitest'
import { formatError } from '../../src/graphql/errors.js'
import { startTestApp } from '../app.js'
import { graphql } from '../rest.js'

test('a failure of our own is told without its cause, which is in the log', async () => {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  const admin = await app.make.administrator()
  await app.prisma.$executeRaw`ALTER TABLE engine_versions RENAME TO renamed`
  const { errors } = await graphql(app, admin, '{ engineVersions { totalCount } }')
  expect(errors).toMatchObject([
    { message: 'internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
  ])
  expect(JSON.stringify(errors)).not.toMatch(/renamed|prisma|relation|node_modules|stack/i)
})

test('what the library passes on of a failure of the runtime is our own failure', () => {
  const runtime = new RangeError('Maximum call stack size exceeded')
  for (const code of ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']) {
    const passed = new GraphQLError(runtime.message, { originalError: runtime, extensions: { code } })
    expect(formatError(passed.toJSON(), passed)).toMatchObject({
      message: 'internal server error',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    })
    const own = new GraphQLError('Syntax Error: no', { extensions: { code } })
    expect(formatError(own.toJSON(), own).message).toBe('Syntax Error: no')
  }
})
