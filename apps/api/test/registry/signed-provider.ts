import { expect } from 'vitest'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { signatureOf, type SigningKey } from '../../load/src/origin/signing.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { pathOf, put } from '../modules/module-requests.js'
import { createProvider, providerPath } from '../providers.js'
import { as, documentOf, jsonApi } from '../rest.js'

const keysPath = '/api/registry/private/v2/gpg-keys'

export async function registerKey(
  app: TestApp,
  by: Person,
  namespace: string,
  pair: SigningKey,
): Promise<void> {
  const body = documentOf('gpg-keys', { namespace, 'ascii-armor': pair.armor })
  const answer = await app.http
    .post(keysPath)
    .set({ Authorization: `Bearer ${by.token}`, 'Content-Type': jsonApi })
    .send(JSON.stringify(body))
  expect(answer.status, answer.text).toBe(201)
}

export async function removeKey(
  app: TestApp,
  by: Person,
  namespace: string,
  pair: SigningKey,
): Promise<void> {
  const path = `${keysPath}/${namespace}/${pair.keyId}`
  expect((await app.http.delete(path).set('Authorization', `Bearer ${by.token}`)).status).toBe(204)
}

export interface Release {
  readonly version?: string
  readonly protocols?: readonly string[]
  /** The zips by platform. */
  readonly zips?: Readonly<Record<string, Buffer>>
  /** Uploads that replace them; null leaves one out. */
  readonly uploads?: {
    readonly shasums?: Buffer | null
    readonly signature?: Buffer | null
    readonly zips?: Readonly<Record<string, Buffer | null>>
  }
}

export const zipOf = (platform: string, version = '1.0.0'): Buffer =>
  Buffer.from(`zip ${version} ${platform}`)

export const filenameOf = (version: string, platform: string): string =>
  `terraform-provider-cloud_${version}_${platform.replace('/', '_')}.zip`

/** Creates a provider and uploads a version of it as scripts do: the answers lead the way. */
export async function releaseProvider(
  app: TestApp,
  by: Person | string,
  address: string,
  pair: SigningKey,
  {
    version = '1.0.0',
    protocols = ['5.0'],
    zips = { 'linux/amd64': zipOf('linux/amd64') },
    uploads = {},
  }: Release = {},
): Promise<void> {
  const path = `${providerPath(address)}/versions`
  if ((await as(app, by).get(providerPath(address))).status === 404) await createProvider(app, by, address)
  const create = async (at: string, type: string, attributes: object): Promise<Record<string, string>> => {
    const answer = await as(app, by).post(at, { body: documentOf(type, attributes) })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data.links
  }
  const upload = async (link: string | undefined, bytes: Buffer | null): Promise<void> => {
    if (bytes) expect((await put(app, pathOf(link ?? ''), bytes)).status).toBe(200)
  }
  const facts = { version, 'key-id': pair.keyId, protocols }
  const links = await create(path, 'registry-provider-versions', facts)
  const platforms: [Record<string, string>, string, Buffer][] = []
  for (const [platform, zip] of Object.entries(zips)) {
    const [os, arch] = platform.split('/')
    const attributes = { os, arch, shasum: sha256(zip), filename: filenameOf(version, platform) }
    const at = `${path}/${version}/platforms`
    platforms.push([await create(at, 'registry-provider-platforms', attributes), platform, zip])
  }
  const lines = Object.entries(zips).map(
    ([platform, zip]) => `${sha256(zip)}  ${filenameOf(version, platform)}\n`,
  )
  const shasums = Buffer.from(lines.join(''))
  const { shasums: otherShasums = shasums, signature = await signatureOf(shasums, pair) } = uploads
  // All at once, as fast scripts do: whichever ends last publishes.
  await Promise.all([
    upload(links['shasums-upload'], otherShasums),
    upload(links['shasums-sig-upload'], signature),
    ...platforms.map(([own, platform, zip]) =>
      upload(
        own['provider-binary-upload'],
        uploads.zips?.[platform] === undefined ? zip : uploads.zips[platform],
      ),
    ),
  ])
}
