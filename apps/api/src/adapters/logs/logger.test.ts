import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './logger.js'

test('what is called like a secret is left out, wherever it stands', () => {
  const written = new PassThrough()
  const log = createLog('info', written)
  const user = { name: 'ana', password: 'hidden-1', token: { value: 'hidden-2' } }
  log.info({ user, authorization: 'hidden-3', headers: { cookie: 'hidden-4' } }, 'asked')
  log.info({ users: [user] }, 'asked')
  log
    .child({ secret: 'hidden-5' })
    .child({ token: 'hidden-8' })
    .error({ passwordHash: 'hidden-6', tokenHash: 'hidden-7' }, 'failed')
  const text = String(written.read())
  expect(text.trim().split('\n')).toHaveLength(3)
  expect(text).toContain('"name":"ana"')
  expect(text).not.toContain('hidden')
})

test('what writes itself is written as it would be without', () => {
  const written = new PassThrough()
  const log = createLog('info', written)
  log.info({ at: new Date(0), url: new URL('http://a.test/'), err: new Error('it failed') }, 'asked')
  expect(JSON.parse(String(written.read()))).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    url: 'http://a.test/',
    err: { type: 'Error', message: 'it failed' },
  })
})
