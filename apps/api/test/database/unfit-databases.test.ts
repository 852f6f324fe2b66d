import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { rule } from '@engine/shared/rule'
import { expect, inject, test } from 'vitest'
import { findProgram } from '../../../../scripts/lib/find.mjs'
import { openDatabase } from '../../src/adapters/database/open.js'
import { waitForServer } from '../../src/adapters/database/served.js'
import { readConfig } from '../../src/config.js'
import { createTestDatabase } from '../database.js'
import { onFinished } from '../on-finished.js'
import { administer, urlOf } from '../server.js'
import { silentLog } from '../silent-log.js'
import { temporaryFolder } from '../temporary-folder.js'
import { strictServer } from './fake-servers.js'

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '', log: silentLog })

/** An empty database, and a role that may connect to it and nothing else. */
async function poorRole(): Promise<{ url: string; role: string; owner: string }> {
  const { url: owner, drop } = await createTestDatabase({ empty: true })
  const role = `poor_${randomBytes(4).toString('hex')}`
  await administer(owner, [
    `CREATE ROLE ${role} LOGIN PASSWORD 'poor'`,
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
  ])
  onFinished(async () => {
    await drop()
    await administer(inject('testServer').url, [`DROP ROLE ${role}`])
  })
  const url = new URL(owner)
  url.username = role
  url.password = 'poor'
  return { url: url.href, role, owner }
}

rule('§19 postgresql', 'A database that is not UTF-8 is refused at the start')
test.each(['LATIN1', 'SQL_ASCII'])(
  'a database of %s: is refused, with what makes another',
  async (encoding) => {
    const server = inject('testServer').url
    const name = `engine_test_${randomBytes(4).toString('hex')}`
    await administer(server, [
      `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    ])
    onFinished(() => administer(server, [`DROP DATABASE ${name} WITH (FORCE)`]))
    await expect(open(urlOf(server, name))).rejects.toThrow(
      new RegExp(
        `database ${name} stores text as ${encoding}; the API needs UTF8.*CREATE DATABASE.*DATABASE_URL`,
      ),
    )
  },
)

rule('§19 postgresql', 'A database that gives no rights on its schema is refused at the start')
test('a schema without rights: is refused, with the statement that gives them', async () => {
  const { url, role, owner } = await poorRole()
  await expect(open(url)).rejects.toThrow(
    `Set MIGRATION_DATABASE_URL to the role that owns the tables or, as an administrator of the server, execute GRANT ` +
      `USAGE, CREATE ON SCHEMA "public" TO "${role}" in this database.`,
  )
  await administer(owner, ['REVOKE USAGE ON SCHEMA public FROM PUBLIC'])
  await expect(open(url)).rejects.toThrow(
    `The role ${role} has no schema to use: of its search path "$user", public`,
  )
})

test('a search path to a schema that is not there: is refused, with its name', async () => {
  const { url, drop } = await createTestDatabase({ empty: true })
  onFinished(drop)
  const missing = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c search_path=elsewhere')}`
  await expect(open(missing)).rejects.toThrow(
    /has no schema to use: of its search path elsewhere.*CREATE SCHEMA/,
  )
})

test('an address by a socket: is taken in each of its forms', async () => {
  const url = new URL(inject('testServer').url)
  const folder = url.searchParams.get('host') ?? ''
  const { username, password, pathname } = url
  const forms = [
    `postgresql://${username}:${password}@${pathname}?host=${folder}`,
    `postgres://${username}:${password}@${pathname}?host=${encodeURIComponent(folder)}`,
    `postgresql://${username}:${password}@${encodeURIComponent(folder)}${pathname}`,
    `postgresql://${pathname}?host=${folder}&user=${username}&password=${password}`,
  ]
  for (const DATABASE_URL of forms) {
    const { databaseUrl } = readConfig({ DATABASE_URL, SECRET_KEY: 's'.repeat(32) })
    expect(databaseUrl).toBe(DATABASE_URL)
    if (folder !== '') expect(await waitForServer({ databaseUrl: DATABASE_URL }), DATABASE_URL).toBeDefined()
  }
})

test.each(['postgresql://me@one:5432,two:5432/engine', 'postgresql://me@/engine?host=one,two'])(
  'an address of several hosts (%s): is refused, and says which one is meant',
  (DATABASE_URL) => {
    expect(() => readConfig({ DATABASE_URL, SECRET_KEY: 's'.repeat(32) })).toThrow(
      'DATABASE_URL: names several hosts, of which only one can be used: name the address that leads to the server ' +
        'that takes writes',
    )
  },
)

const openssl = findProgram('openssl')

test.runIf(openssl)('a certificate of a private CA: the refusal says where the CA is named', async () => {
  const folder = await temporaryFolder()
  const [keyout, out] = [join(folder, 'key.pem'), join(folder, 'ca.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyout, '-out', out]
  await promisify(execFile)(openssl ?? '', [...request, ...names])
  const [key, cert] = [await readFile(keyout), await readFile(out)]
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S')
        const secured = new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {})
        strictServer(secured)
      })
  }).listen(0, 'localhost')
  onFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const databaseUrl = `postgresql://me@localhost:${port}/engine?sslmode=verify-full`
  const said = (url: string) => waitForServer({ databaseUrl: url, timeout: 0 })
  await expect(said(databaseUrl)).rejects.toThrow(
    'name its file by sslrootcert=/path/to/ca.pem in the address',
  )
  await expect(said(`${databaseUrl}&sslrootcert=${out}`)).rejects.toThrow('password authentication failed')
})
