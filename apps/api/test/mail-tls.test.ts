import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { rule } from '@engine/shared/rule'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { smtpMail } from '../src/adapters/mail/smtp.js'
import type { Log } from '../src/kernel/log.js'
import { startTestApp } from './app.js'
import { Mailbox } from './mailbox.js'
import { onFinished } from './on-finished.js'
import { as, documentOf } from './rest.js'
import { silentLog } from './silent-log.js'

const letter = { to: 'ana@example.com', subject: 'Hello', text: 'Hello.' }
/** Address of this machine that does not count as local. */
const remote = '0.0.0.0'

/** A mail server that records all that is secret, in the order in which it comes. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    authOptional: true,
    onAuth({ username = '' }, { secure }, done) {
      received.push(`AUTH ${secure ? 'over TLS' : 'in clear'}`)
      done(null, { user: username })
    },
    onMailFrom(_address, { secure }, done) {
      received.push(`MAIL ${secure ? 'over TLS' : 'in clear'}`)
      done()
    },
    onData(stream, { secure }, done) {
      received.push(`DATA ${secure ? 'over TLS' : 'in clear'}`)
      stream.resume().on('end', () => done())
    },
    ...options,
  })
  // What a client that leaves says of it is no matter here.
  server.on('error', () => {})
  server.listen(0, remote)
  await once(server.server, 'listening')
  onFinished(() => new Promise((done) => server.close(done)))
  const { port } = server.server.address() as AddressInfo
  const url = (host: string, query = '', scheme = 'smtp') =>
    `${scheme}://engine:secret@${host}:${port}${query}`
  return { received, url }
}

const send = (url: string): Promise<void> | undefined =>
  smtpMail(url, 'https://console.example')?.send(letter)
const inClear = ['AUTH in clear', 'MAIL in clear', 'DATA in clear']
const withoutTls = { disabledCommands: ['STARTTLS'] }

describe('to a mail server without STARTTLS', () => {
  rule('§10 mail', 'Mail goes only over TLS')
  test.each(['', '?from=platform@example.com', '?requireTLS=true'])(
    'neither password nor letter go out with %j, and the failure says why',
    async (query) => {
      const { received, url } = await startServer(withoutTls)
      await expect(send(url(remote, query))).rejects.toThrow(
        /^The mail server 0\.0\.0\.0 does not agree on TLS, so nothing was sent: .*tls=off/,
      )
      expect(received).toEqual([])
    },
  )

  rule('§10 mail', 'Mail goes only over TLS … or `SMTP_URL` says `tls=off`')
  test('mail goes out where the address says tls=off', async () => {
    const { received, url } = await startServer(withoutTls)
    await send(url(remote, '?tls=off'))
    expect(received).toEqual(inClear)
  })

  rule('§10 mail', 'Mail goes only over TLS … unless the host is local')
  test.each(['127.0.0.1', 'localhost', '127.1.2.3'])(
    'mail goes out on this very machine, at %s',
    async (host) => {
      const { received, url } = await startServer(withoutTls)
      await send(url(host))
      expect(received).toEqual(inClear)
    },
  )

  test('nothing goes out on this very machine either where the address says requireTLS=true', async () => {
    const { received, url } = await startServer(withoutTls)
    await expect(send(url('127.0.0.1', '?requireTLS=true'))).rejects.toThrow(/nothing was sent/)
    expect(received).toEqual([])
  })
})

test.each([
  ['https://console.example:8443', 'no-reply@console.example'],
  ['http://127.0.0.1:3000', 'no-reply@[127.0.0.1]'],
  ['http://[fd00::1]:3000', 'no-reply@[IPv6:fd00::1]'],
])('the sender of a platform at %s is %s', async (consoleUrl, sender) => {
  const mailbox = await Mailbox.open()
  await smtpMail(mailbox.url, consoleUrl)?.send(letter)
  expect(mailbox.letters.map(({ from }) => from)).toEqual([sender])
})

rule('§10 mail', 'Certificates are verified')
test('a certificate of a stranger gets neither password nor letter, by STARTTLS or from the first byte', async () => {
  const [starttls, smtps] = [await startServer(), await startServer({ secure: true })]
  await expect(send(starttls.url(remote))).rejects.toThrow(/certificate/)
  await expect(send(smtps.url(remote, '', 'smtps'))).rejects.toThrow(/certificate/)
  expect([...starttls.received, ...smtps.received]).toEqual([])
})

test('an invitation that cannot be mailed over TLS is shown all the same, and the log warns', async () => {
  const { received, url } = await startServer(withoutTls)
  const warnings: string[] = []
  const log: Log = {
    ...silentLog,
    warn: (facts, text) => void warnings.push(`${JSON.stringify(facts)} ${text}`),
    child: () => log,
  }
  const app = await startTestApp({ SMTP_URL: url(remote) }, undefined, log)
  const owner = await app.make.user('owner')
  await app.make.organization(owner, 'acme')
  const { status, body } = await as(app, owner).post('/organizations/acme/organization-memberships', {
    body: documentOf('organization-memberships', { email: 'new@example.com' }),
  })
  expect(status).toBe(201)
  expect(body.data.attributes['invitation-url']).toMatch(/\/invitations\//)
  await expect.poll(() => warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/does not agree on TLS, so nothing was sent.* could not be sent$/)
  expect(received).toEqual([])
})
