import { afterAll, expect, onTestFinished, test } from 'vitest'
import { HclThreads } from '@engine/module-source/hcl-threads'
import { interfacePairs, otherSources } from '@engine/module-source/interface-pairs'
import { moduleSourceReader } from '@engine/module-source/source-reader'
import { compareVersions } from '@engine/shared'
import { compare } from './comparison.js'
import { Fault } from './fault.js'
import { folderOf } from './folder.testing.js'
import { Platform } from './platform.js'
import { standIn, type StandIn } from './platform.testing.js'
import { ModuleReader } from './published-module.js'
import { run } from './run.js'

const threads = new HclThreads({ size: 1, timeLimit: 100_000 })
afterAll(() => threads.close())

const read = (sources: Readonly<Record<string, string>>) =>
  moduleSourceReader(threads)(
    new Map(Object.entries(sources).map(([path, text]) => [path, Buffer.from(text)])),
  )

const place = { access: { token: 'a-token' }, namespace: 'acme', name: 'network', provider: 'aws' }

async function readerOf(platform: StandIn): Promise<ModuleReader> {
  const url = await standIn(platform)
  const client = new Platform(url, 'a-token', new AbortController().signal)
  onTestFinished(() => client.close())
  return new ModuleReader(client, { ...place, url })
}

const policy = (name: string) => ({ 'effective-module-interface-policy': name })

test.each(interfacePairs)(
  '$promise: from $from to $to',
  async ({ before, after, from, to, others, ...pair }) => {
    const [earlier, other] = [await read(before), await read(otherSources)]
    const published = [
      ...others.map((each) => ({ ...each, source: other })),
      ...(from === null ? [] : [{ version: from, isRevoked: false, source: earlier }]),
    ].toSorted((one, another) => compareVersions(another.version, one.version))
    const reader = await readerOf({ module: policy('refuse'), published })
    const { text, refusal } = await compare(reader, await read(after), to)
    expect(text).toContain(
      from === null ? 'nothing is promised yet' : `Compared with acme/network/aws ${from}\n`,
    )
    expect(refusal?.kind).toBe(pair.refused ? 'breaking' : undefined)
    expect(`${text}\n${refusal?.message}`).toContain(pair.summary ?? '')
    if (pair.summary === null) expect(text).not.toContain('breaks callers of')
  },
)

const cidr = 'variable "cidr" {\n  type = string\n}\n'
const release = async () => [{ version: '1.2.4', isRevoked: false, source: await read({ 'main.tf': cidr }) }]

test('without a number it is compared with the newest release, and told which number comes next', async () => {
  const reader = await readerOf({ module: policy('warn'), published: await release() })
  const compared = async (text: string) =>
    (await compare(reader, await read({ 'main.tf': text }), undefined)).text
  expect(await compared('output "id" {\n  value = 1\n}\n')).toBe(`Compared with acme/network/aws 1.2.4
  breaks callers
    input cidr was removed
  adds
    output id

By SemVer this is 2.0.0.`)
  expect(await compared(`${cidr}output "id" {\n  value = 1\n}\n`)).toContain('By SemVer this is 1.3.0.')
  expect(await compared(cidr)).toBe(`Compared with acme/network/aws 1.2.4
  nothing changes for its callers

By SemVer this is 1.2.5.`)
})

test.each([
  ['observe', undefined],
  ['warn', undefined],
  ['refuse', 'breaking'],
])('the policy %s decides', async (name, kind) => {
  const reader = await readerOf({ module: policy(name), published: await release() })
  const source = await read({ 'main.tf': '' })
  expect((await compare(reader, source, '1.3.0')).refusal?.kind).toBe(kind)
  expect((await compare(reader, source, undefined)).refusal?.kind).toBe(kind)
  expect((await compare(reader, source, '2.0.0')).text).toContain(
    '2.0.0 may break callers of 1.2.4: its number says so.',
  )
})

test('a platform without policies refuses nothing', async () => {
  const reader = await readerOf({ module: {}, published: await release() })
  const { text, refusal } = await compare(reader, await read({ 'main.tf': '' }), '1.3.0')
  expect(refusal).toBeUndefined()
  expect(text).toContain(
    'By SemVer this is 2.0.0.\nIt would be published all the same, by the policy observe.',
  )
})

test('a module that is not there yet has nothing to keep', async () => {
  const reader = await readerOf({ isOpen: true })
  const { text } = await compare(reader, await read({ 'main.tf': '' }), undefined)
  expect(text).toBe('There is no module acme/network/aws yet: this would be its first version.')
})

test('a token that may not look whether there is a module is told which scopes may', async () => {
  const reader = await readerOf({})
  await expect(compare(reader, await read({ 'main.tf': '' }), undefined)).rejects.toEqual(
    new Fault(
      'refused',
      'there is no organization acme, or this token may not read it: it needs the scope registry or read',
    ),
  )
})

test('a number that is published is told', async () => {
  const reader = await readerOf({ module: policy('refuse'), published: await release() })
  await expect(compare(reader, await read({ 'main.tf': '' }), '1.2.4+again')).rejects.toMatchObject({
    kind: 'exists',
  })
})

test('a dry run that finds what the policy refuses shows all of it, and ends with 6', async () => {
  const url = await standIn({ module: policy('refuse'), published: await release() })
  const ending = async (...more: string[]) => {
    const [out, messages]: [string[], string[]] = [[], []]
    const code = await run({
      args: [await folderOf({ 'main.tf': '' }), '--dry-run', '--to', 'acme/network/aws', ...more],
      env: { ENGINE_URL: url, ENGINE_TOKEN: 'a-token' },
      out: { write: (text: string) => out.push(text) > 0 },
      messages: { write: (text: string) => messages.push(text) > 0 },
      signal: new AbortController().signal,
    })
    return { code, out: out.join(''), messages: messages.join('') }
  }
  const compared = 'Compared with acme/network/aws 1.2.4\n  breaks callers\n    input cidr was removed\n'
  expect(await ending('--version', '1.3.0')).toEqual({
    code: 6,
    out: expect.stringContaining(compared),
    messages:
      'engine-publish: 1.3.0 breaks callers of 1.2.4: input cidr was removed. By SemVer this is 2.0.0. ' +
      'The policy refuse of acme/network/aws would refuse it\n',
  })
  expect(await ending()).toEqual({
    code: 6,
    out: expect.stringContaining(compared),
    messages:
      'engine-publish: this breaks callers of 1.2.4: input cidr was removed. By SemVer this is 2.0.0. ' +
      'The policy refuse of acme/network/aws would refuse any smaller number; name it by --version 2.0.0\n',
  })
  expect(await ending('--version', '2.0.0')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/its number says so\.\n\nA dry run: nothing was sent\.\n$/),
  })
})
