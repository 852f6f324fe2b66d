import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OriginTwin } from '../../load/src/origin/origin-twin.js'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import type { ApiProcess } from './api-process.js'
import { RegistrySite } from './registry-process.js'

const mount = '/api/registry/public/v1/providers'
const twin = await new OriginTwin().listen()
const key = await newSigningKey()
let site: RegistrySite
beforeAll(async () => {
  site = await RegistrySite.open({ PUBLIC_REGISTRY_URL: twin.url, PROVIDER_WATCH: '0s' })
})
afterAll(async () => {
  await site.close()
  await twin.close()
})

const list = (api: ApiProcess, { name }: ProviderTwin): Promise<Response> =>
  site.get(api, `${mount}/acme/${name}/versions`)

interface Document {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

async function documentsAt(api: ApiProcess, path: string): Promise<readonly Document[]> {
  const answer = await site.get(api, `/api/v2/admin/public-providers${path}`)
  return ((await answer.json()) as { data: readonly Document[] }).data
}

/** Known facts of its versions, the newest first. */
async function versionsOf(api: ApiProcess, id: string) {
  return (await documentsAt(api, `/${id}/versions`)).map(({ attributes }) => [
    attributes['version'],
    attributes['key-id'],
    attributes['new-key'],
    (attributes['platforms'] as readonly unknown[]).length,
  ])
}

async function lookAt(api: ApiProcess, id: string): Promise<void> {
  const headers = { Authorization: `Bearer ${site.token}` }
  const address = `${api.url}/api/v2/admin/public-providers/${id}/actions/look`
  expect((await fetch(address, { method: 'POST', headers })).status).toBe(202)
}

/** Kills before the answer to each of these requests. */
const moments: readonly [string, RegExp][] = [
  ['which versions there are', /[/]versions$/],
  ['when they were published', /[/]1[.]1[.]0$/],
  ['what proves them', /SHA256SUMS$/],
]

rule('§14 first look', 'A look whose process is killed is completed by the next one')
test.each(moments)(
  'a process is killed while it asks %s: the next look completes it',
  async (what, paths) => {
    const versions = ['1.0.0', '1.1.0'].map((version) => ({ version }))
    const thing = await twin.add('acme', what.replaceAll(' ', '-'), { key, versions })
    const killed = await site.start()
    const held = twin.hold(paths)
    const answer = list(killed, thing).then(
      ({ status }) => status,
      () => 'broken off',
    )
    await expect.poll(() => held.waiting).toBeGreaterThan(0)
    await site.stop(killed, 'SIGKILL')
    expect(await answer).toBe('broken off')
    held.release()

    const next = await site.start()
    const listed = (await (await list(next, thing)).json()) as { versions: { version: string }[] }
    expect(listed.versions.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
    const [{ id } = { id: '' }] = await documentsAt(next, `?q=${thing.name}`)
    await lookAt(next, id)
    const { keyId } = key
    await expect
      .poll(() => versionsOf(next, id))
      .toEqual([
        ['1.1.0', keyId, false, 2],
        ['1.0.0', keyId, false, 2],
      ])
    expect((await site.get(next, `${mount}/acme/${thing.name}/1.1.0/download/linux/amd64`)).status).toBe(200)
    await site.stop(next)
  },
)
