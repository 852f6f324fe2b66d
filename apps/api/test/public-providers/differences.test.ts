import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { graphql } from '../rest.js'
import { startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin()
const { app, admin, list, download, look, row, version, decide, approveForAll, watch, pass } =
  await startControlled(origin)
const ana = await app.make.user()

const query = `query Differences($id: ID!) {
  sitePublicProvider(id: $id) { versions(page: { size: 20 }) { nodes { version alteration differences { filename first now } } } }
}`

interface Shown {
  readonly version: string
  readonly alteration: string | null
  readonly differences: readonly object[]
}

/** Finds a version as the console shows it to site administrators. */
async function shown(thing: Named, number = '1.0.0') {
  const { id } = await row(thing)
  const { data } = await graphql(app, admin, query, { id })
  const { versions } = data['sitePublicProvider'] as { versions: { nodes: Shown[] } }
  const found = versions.nodes.find((each) => each.version === number)
  if (!found) throw new Error(`no version ${number} is shown`)
  return found
}

const filesOf = (thing: Awaited<ReturnType<typeof origin.provider>>) =>
  Object.fromEntries(thing.get('1.0.0').files.map(({ filename, shasum }) => [filename, shasum]))

rule('§14 proof', 'What was first seen stands beside what the origin has now, by file')
test('a changed SHA256SUMS: each of its files, and it itself', async () => {
  const thing = await origin.provider(['1.0.0', '1.1.0'])
  await list(ana, thing)
  await approveForAll(thing)
  expect((await shown(thing)).differences).toEqual([])
  const first = filesOf(thing)
  const { shasumsDigest } = await version(thing, '1.0.0')
  await thing.republish('1.0.0')
  pass(days(1))
  await watch()
  const now = filesOf(thing)
  const names = Object.keys(first).sort()
  expect((await shown(thing)).differences).toEqual([
    { filename: 'SHA256SUMS', first: shasumsDigest, now: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ...names.map((filename) => ({ filename, first: first[filename], now: now[filename] })),
  ])
  expect((await shown(thing, '1.1.0')).differences).toEqual([])
})

test('what the origin changes once more is what is shown, and nothing once it is accepted', async () => {
  const thing = await origin.provider()
  await list(ana, thing)
  await thing.republish('1.0.0')
  await look(thing, true)
  const { alteredAt } = await version(thing, '1.0.0')
  await thing.republish('1.0.0')
  await look(thing, true)
  const now = filesOf(thing)
  expect((await shown(thing)).differences).toContainEqual(
    expect.objectContaining({ filename: Object.keys(now)[0], now: Object.values(now)[0] }),
  )
  expect((await version(thing, '1.0.0')).alteredAt).toEqual(alteredAt)
  await decide(thing, '1.0.0', 'accept', 'They told us')
  expect((await shown(thing)).differences).toEqual([])
})

rule('§14 proof', 'A zip that differs from first sight is altered within one look')
test('a zip that alone the download document changes is seen by a look', async () => {
  const thing = await origin.provider()
  await list(ana, thing)
  const [file] = thing.get('1.0.0').files
  thing.lie('download', (document) => ({ ...document, shasum: 'AB'.repeat(32) }))
  await look(thing, true)
  expect(await shown(thing)).toMatchObject({
    alteration: 'Its zip for linux/amd64 is not the one that was first seen',
    differences: [{ filename: file?.filename, first: file?.shasum, now: 'ab'.repeat(32) }],
  })
})

test('a zip by another name is seen by a look and by a download', async () => {
  for (const by of ['look', 'download']) {
    const thing = await origin.provider()
    await list(ana, thing)
    const [file] = thing.get('1.0.0').files
    thing.lie('download', (document) => ({ ...document, filename: 'other_linux_amd64.zip' }))
    if (by === 'look') await look(thing, true)
    else expect((await download(ana, thing, '1.0.0')).status).toBe(410)
    expect((await shown(thing)).differences, by).toContainEqual({
      ...{ filename: 'other_linux_amd64.zip', first: null, now: file?.shasum },
    })
  }
})

test('a file that the origin no longer lists is there as missing', async () => {
  const thing = await origin.provider()
  await list(ana, thing)
  const [linux, darwin] = thing.get('1.0.0').files
  thing.replaceShasums('1.0.0', `${linux?.shasum}  ${linux?.filename}\n`)
  await look(thing, true)
  expect((await shown(thing)).differences).toEqual([
    expect.objectContaining({ filename: 'SHA256SUMS' }),
    { filename: darwin?.filename, first: darwin?.shasum, now: null },
  ])
})
