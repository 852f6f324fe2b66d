import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../../../scripts/lib/find.mjs'
import { startCaddy, type Caddy } from './caddy.js'

const program = findProgram('caddy')
const unreachable = '127.0.0.1:1'

describe.runIf(program)('the log of Caddy, where no upstream answers', () => {
  let caddy: Caddy

  beforeAll(async () => {
    const upstreams = { apis: unreachable, consoles: unreachable }
    caddy = await startCaddy(program ?? '', upstreams, (config) =>
      config.replace('lb_try_duration 10s', 'lb_try_duration 100ms'),
    )
  })
  afterAll(() => caddy?.close())

  test.each([
    ['/set-up?token=s3cret', '/set-up?…'],
    ['/sign-in/callback?code=s3cret&state=s3cret', '/sign-in/callback?…'],
    ['/api/uploads/states/1?signature=s3cret', '/api/uploads/states/1?…'],
    ['/api/uploads/object/s3cret?signature=s3cret', '/api/uploads/object/…'],
    ['/invitations/s3cret', '/invitations/…'],
    ['/email-confirmations/s3cret', '/email-confirmations/…'],
  ])('has no secret of %s, in its address or its headers', async (path, logged) => {
    const headers = { Authorization: 'Bearer s3cret', Cookie: 'session=s3cret', Referer: '/?token=s3cret' }
    const answer = await fetch(`${caddy.outer}${path}`, {
      headers: { ...headers, 'X-Engine-Upload': '/api/uploads/object/s3cret' },
    })
    expect(answer.status).toBe(503)
    await expect.poll(() => caddy.output()).toContain(`"uri":"${logged}"`)
    expect(caddy.output()).not.toContain('s3cret')
  })
})
