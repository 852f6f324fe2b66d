import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { registry } from '../modules/module-requests.js'
import { host, startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin()
const { app, look } = await startControlled(origin, { PROVIDER_FILES: 'store' })
const ana = await app.make.user()

const at = (thing: Named, document: string) =>
  registry(app, ana, `/v1/mirror/${host}/acme/${thing.name}/${document}`)

type Archives = Record<string, { readonly hashes: readonly string[]; readonly url: string }>

async function archivesOf(thing: Named, version = '1.0.0'): Promise<Archives> {
  const { status, body, text } = await at(thing, `${version}.json`)
  expect(status, text).toBe(200)
  return body.archives as Archives
}

/** Fetches a zip as the engine does, without a bearer. */
async function fetched(url: string | undefined) {
  const answer = await fetch(new URL(url ?? '', app.url))
  const type = answer.headers.get('content-type')
  return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) }
}

rule('§14 mirror form', 'Archive URLs of what is stored here are signed, and need no bearer')
rule('§14 mirror form', '`hashes` holds `h1:` where the zip is stored here')
test('archives come from here without a bearer, and have their h1 once they are stored', async () => {
  const thing = await origin.provider()
  const [linux] = thing.get('1.0.0').files
  const { linux_amd64: archive } = await archivesOf(thing)
  expect(archive).toEqual({
    hashes: [`zh:${linux?.shasum}`],
    url: expect.stringMatching(/^\/api\/registry\/v1\/public-provider-files\/.+\?/),
  })
  const whole = { status: 200, type: 'application/zip', bytes: linux?.zip }
  expect(await fetched(archive?.url)).toEqual(whole)
  await expect
    .poll(async () => (await archivesOf(thing))['linux_amd64']?.hashes)
    .toEqual([`zh:${linux?.shasum}`, linux?.h1])
  expect((await archivesOf(thing))['darwin_arm64']?.hashes).toHaveLength(1)
})

rule('§14 altered and stored', 'It stays listed with the stored platforms alone, which install')
test('a version that its origin changed goes on installing where it is stored', async () => {
  const thing = await origin.provider(['1.0.0', '1.1.0'])
  const [linux] = thing.get('1.0.0').files
  expect((await fetched((await archivesOf(thing))['linux_amd64']?.url)).status).toBe(200)
  await expect.poll(async () => (await archivesOf(thing))['linux_amd64']?.hashes.length).toBe(2)
  for (const version of ['1.0.0', '1.1.0']) await thing.republish(version)
  await look(thing, true)
  expect((await at(thing, 'index.json')).body).toEqual({ versions: { '1.0.0': {} } })
  const archives = await archivesOf(thing)
  expect(Object.keys(archives)).toEqual(['linux_amd64'])
  expect((await fetched(archives['linux_amd64']?.url)).bytes).toEqual(linux?.zip)
  expect((await at(thing, '1.1.0.json')).status).toBe(404)
})
