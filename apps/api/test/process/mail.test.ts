import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rule } from '@engine/shared/rule'
import { SMTPServer } from 'smtp-server'
import { beforeEach, expect, test } from 'vitest'
import { certificateOf } from '../../../../e2e/support/tls-front.js'
import { setUp, startApi } from './api-process.js'
import { Requester } from './secrets.js'
import { temporaryFolder } from '../temporary-folder.js'

let dataDir: string
beforeEach(async () => {
  dataDir = await temporaryFolder()
})

rule('§10 mail', 'Over STARTTLS it goes out where the authority is trusted')
test('mail goes over TLS to a server with STARTTLS whose authority NODE_EXTRA_CA_CERTS names', async () => {
  // This machine, by an address that is not a local one.
  const host = '0.0.0.0'
  const { key, cert } = await certificateOf(host)
  const trusted = join(dataDir, 'authority.pem')
  await writeFile(trusted, cert)
  const received: string[] = []
  const server = new SMTPServer({
    key,
    cert,
    onAuth({ username = '' }, { secure }, done) {
      received.push(`AUTH ${secure}`)
      done(null, { user: username })
    },
    onData(stream, { secure }, done) {
      received.push(`DATA ${secure}`)
      stream.resume().on('end', () => done())
    },
  })
  await once(server.listen(0, host), 'listening')
  const { port } = server.server.address() as AddressInfo
  const api = await startApi(join(dataDir, 'data'), {
    SMTP_URL: `smtp://engine:secret@${host}:${port}`,
    NODE_EXTRA_CA_CERTS: trusted,
  })
  const admin = new Requester(api, await setUp(api))
  await admin.make('/organizations', 'organizations', { name: 'acme', email: 'a@acme.example' })
  await admin.make('/organizations/acme/organization-memberships', 'organization-memberships', {
    email: 'b@acme.example',
  })
  await expect.poll(() => received).toEqual(['AUTH true', 'DATA true'])
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)
  await new Promise<void>((done) => server.close(done))
})
