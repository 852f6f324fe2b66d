import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { keyring } from '../../src/adapters/secrets/keys.js'
import { rotate } from '../../src/keys/rotate.js'
import type { Keyring } from '../../src/kernel/signing.js'
import { startTestApp, testSecretKey, type TestApp } from '../app.js'
import { bytesOf } from '../bytes-of.js'
import { registry } from '../modules/module-requests.js'
import { host, mount, startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const settings = { PROVIDER_FILES: 'store', EGRESS_ALLOW: '127.0.0.1' }
const { app } = await startControlled(origin, settings)
const newest = 'another secret for tests, of 32 bytes'

/** Starts a process of the same platform with these keys. */
const startWith = (ring: Keyring): Promise<TestApp> =>
  startTestApp(
    {
      ...{ LOG_LEVEL: 'silent', PUBLIC_REGISTRY_URL: origin.twin.url, PUBLIC_REGISTRY_HOST: host },
      ...{ PROVIDER_WATCH: '1h', ...settings },
    },
    app,
    undefined,
    { keyring: ring, storage: app.storage },
  )

const fetched = (at: TestApp, link: string) => at.http.get(link).buffer(true).parse(bytesOf)

rule(
  '§14 files',
  'A rotation of the key leaves what is stored, and links of the former key live until it goes',
)
test('stored files install from processes with the newest key while the origin is away', async () => {
  const ana = await app.make.user()
  const thing = await origin.provider()
  const { namespace, name } = thing
  const { files, shasums, signature } = thing.get('1.0.0')
  const zip = files.find(({ os }) => os === 'linux')?.zip
  const document = async (at: TestApp) =>
    (await registry(at, ana, `${mount}/${namespace}/${name}/1.0.0/download/linux/amd64`)).body
  const mirrored = async (at: TestApp): Promise<string> => {
    const { body } = await registry(at, ana, `/v1/mirror/${host}/${namespace}/${name}/1.0.0.json`)
    return body.archives.linux_amd64.url
  }
  const former = await document(app)
  expect((await fetched(app, former.download_url)).body).toEqual(zip)
  await expect.poll(() => app.prisma.originFile.count()).toBe(1)
  await fetched(app, former.shasums_url)
  await origin.twin.close()

  const both = keyring([newest, testSecretKey])
  const between = await startWith(both)
  expect((await fetched(between, former.download_url)).body).toEqual(zip)
  await rotate(
    { connection: { connectionString: app.databaseUrl }, storage: app.storage, keyring: both },
    () => undefined,
  )
  const after = await startWith(keyring([newest]))
  for (const at of [between, after]) {
    const now = await document(at)
    expect((await fetched(at, now.download_url)).body).toEqual(zip)
    expect((await fetched(at, now.shasums_url)).body).toEqual(shasums)
    expect((await fetched(at, now.shasums_signature_url)).body).toEqual(signature)
    expect((await fetched(at, await mirrored(at))).body).toEqual(zip)
  }
  expect((await fetched(after, former.download_url)).status).toBe(404)
  await origin.twin.listen()
})
