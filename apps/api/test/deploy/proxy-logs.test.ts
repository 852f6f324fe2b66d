import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../../../scripts/lib/find.mjs'
import { startCaddy } from './caddy.js'
import { startHaproxy, startNginx } from './other-proxies.js'
import type { StartedProxy } from './started-proxy.js'

const unreachable = '127.0.0.1:1'
const hosts = [unreachable, unreachable, unreachable]

const proxies: Readonly<Record<string, (program: string) => Promise<StartedProxy>>> = {
  caddy: (program) =>
    startCaddy(program, { apis: unreachable, consoles: unreachable }, (config) =>
      config.replace('lb_try_duration 10s', 'lb_try_duration 100ms'),
    ),
  nginx: (program) => startNginx(program, hosts),
  haproxy: (program) => startHaproxy(program, hosts),
}

describe.each(Object.entries(proxies))('the log of %s, where no upstream answers', (name, start) => {
  const program = findProgram(name) ?? findProgram(`/usr/sbin/${name}`)
  let proxy: StartedProxy | undefined

  beforeAll(async () => {
    if (program !== undefined) proxy = await start(program)
  })
  afterAll(() => proxy?.close())

  test.runIf(program).each([
    ['/set-up?token=s3cret', /\/set-up\b/],
    ['/sign-in/callback?code=s3cret&state=s3cret', /\/sign-in\/callback\b/],
    ['/api/uploads/states/1?signature=s3cret', /\/api\/uploads\/states\/1\b/],
    ['/api/uploads/object/s3cret?signature=s3cret', /\/api\/uploads\/object\/(…|\.\.\.)/],
    ['/invitations/s3cret', /\/invitations\/(…|\.\.\.)/],
    ['/email-confirmations/s3cret', /\/email-confirmations\/(…|\.\.\.)/],
  ])('has no secret of %s, in its address or its headers', async (path, logged) => {
    if (!proxy) throw new Error(`${name} was not started`)
    const { outer, output } = proxy
    const headers = { Authorization: 'Bearer s3cret', Cookie: 'session=s3cret', Referer: '/?token=s3cret' }
    const answer = await fetch(`${outer}${path}`, {
      headers: { ...headers, 'X-Engine-Upload': '/api/uploads/object/s3cret' },
    })
    expect([502, 503]).toContain(answer.status)
    await expect.poll(() => output()).toMatch(logged)
    expect(output()).not.toContain('s3cret')
  })
})
