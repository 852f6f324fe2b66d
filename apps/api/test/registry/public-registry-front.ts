import type { Infrastructure } from '../../src/infrastructure.js'
import { startTestApp, type TestApp } from '../app.js'
import { registry } from '../modules/module-requests.js'
import { onFinished } from '../on-finished.js'
import { OriginTwin } from '../../load/src/origin/origin-twin.js'
import type { Document } from '../../load/src/origin/provider-twin.js'

export const mount = '/api/registry/public/v1'

/** An app whose public registry is a twin with one module and one provider, which a test can make say anything, or fail. */
export async function startFront(replaced?: Partial<Infrastructure>) {
  const twin = await new OriginTwin().listen()
  onFinished(() => twin.close())
  for (const [path, document] of Object.entries(holdings)) twin.say(path, document)
  const env = {
    LOG_LEVEL: 'silent',
    ENGINE_ALIASES: 'terraform',
    PUBLIC_REGISTRY_URL: `${twin.url}/`,
  }
  const app = await startTestApp(env, undefined, undefined, replaced)
  const ana = await app.make.user('ana')
  const ask = (path: string, options: Parameters<typeof registry>[3] = {}) =>
    registry(app, ana, `${mount}${path}`, options)
  const stop = async (): Promise<void> => {
    await app.stop()
    await twin.close()
  }
  return { twin, app, ana, ask, stop }
}

export type Front = Awaited<ReturnType<typeof startFront>>

/** A path that was not asked for yet, and the twin's name of it. */
export const fresh = ({ make }: TestApp): { path: string; upstream: string } => {
  const path = `/modules/someone/fresh-${make.next()}/aws`
  return { path, upstream: `/v1${path}` }
}

const module = '/v1/modules/someone/network/aws'

const holdings: Readonly<Record<string, Document>> = {
  [`${module}/versions`]: {
    body: {
      modules: [{ source: 'someone/network/aws', versions: [{ version: '1.1.0' }, { version: '1.0.0' }] }],
    },
    headers: { 'cache-control': 'public, max-age=60', etag: '"v1"' },
  },
  [`${module}/1.1.0/download`]: {
    status: 204,
    headers: { 'x-terraform-get': './archive.tar.gz?archive=tar.gz', 'cache-control': 'max-age=60' },
  },
  [`${module}/download`]: { status: 302, headers: { location: `${module}/1.1.0/download` } },
  '/v1/modules?limit=1&offset=1': {
    body: {
      meta: {
        limit: 1,
        current_offset: 1,
        next_offset: 2,
        next_url: '/v1/modules?limit=1&offset=2',
        prev_offset: 0,
        prev_url: '/v1/modules?limit=1',
      },
      modules: [{ id: 'someone/network/aws/1.1.0' }],
    },
  },
  '/v1/providers/someone/cloud/versions': {
    body: {
      versions: [{ version: '2.0.0', protocols: ['5.0'], platforms: [{ os: 'linux', arch: 'amd64' }] }],
    },
    headers: { 'cache-control': 'max-age=60' },
  },
  '/v1/providers/someone/cloud/2.0.0/download/linux/amd64': {
    body: {
      protocols: ['5.0'],
      os: 'linux',
      arch: 'amd64',
      filename: 'terraform-provider-cloud_2.0.0_linux_amd64.zip',
      download_url: '/files/terraform-provider-cloud_2.0.0_linux_amd64.zip',
      shasums_url: '../../../../SHA256SUMS',
      shasums_signature_url: 'https://releases.example/cloud/SHA256SUMS.sig',
      shasum: 'ab'.repeat(32),
      signing_keys: { gpg_public_keys: [{ key_id: 'KEY', ascii_armor: 'armor' }] },
    },
  },
}
