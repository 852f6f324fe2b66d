import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './logger.js'

test('what is called like a secret is left out, wherever it stands', () => {
  const written = new PassThrough()
  const log = createLog('info', written)
  const user = { name: 'ana', password: 'hidden-1', token: { value: 'hidden-2' } }
  log.info({ user, authorization: 'hidden-3', headers: { cookie: 'hidden-4' } }, 'asked')
  log.child({ secret: 'hidden-5' }).error({ passwordHash: 'hidden-6', tokenHash: 'hidden-7' }, 'failed')
  const text = String(written.read())
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain('"name":"ana"')
  expect(text).not.toContain('hidden')
})
