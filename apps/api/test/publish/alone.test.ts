import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../full-run.js'
import { enginePublish, greeting, moduleFolder } from './engine-publish.js'

/** A server that is no platform. */
let stranger: Server
let strangerUrl: string
let asked = 0

beforeAll(async () => {
  stranger = createServer((_req, res) => {
    asked++
    res.writeHead(307, { Location: '/sign-in' }).end()
  })
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => stranger.close(done)))

const publishing = ['--to', 'acme/network/aws', '--version', '1.0.0']

describe('a dry run', () => {
  test('shows everything that the platform would find, and sends no request', async () => {
    const folder = await moduleFolder({
      'main.tf': `variable "cidr" {\n  type = string\n}
variable "secret" {\n  type      = map(string)\n  default   = {}\n  sensitive = true\n}
output "id" {\n  description = "Its id"\n  value       = 1\n}
resource "aws_network" "this" {}
module "names" {\n  source  = "registry.test/acme/names/aws"\n  version = "~> 1.0"\n}
terraform {\n  required_providers {\n    aws = {\n      source  = "acme-clouds/aws"\n      version = ">= 5"\n    }\n  }\n}\n`,
      'README.md': '# Network\n',
      'modules/subnet/outputs.tf.json': '{ "output": { "cidr": { "value": 1 } } }',
      'examples/basic/main.tf': 'module "it" {\n  source = "../.."\n}\n',
      '.git/config': 'secret',
      '.env': 'SECRET=1',
      'state.tfstate': '{}',
    })
    const { code, out, messages } = await enginePublish([folder, '--dry-run', '--url', strangerUrl])
    expect([code, messages, asked]).toEqual([0, '', 0])
    expect(out.replace(/^4 files, packed into \d+ bytes \(SHA-256 [0-9a-f]{64}\)\n/, '')).toBe(`
  README.md
  examples/basic/main.tf
  main.tf
  modules/subnet/outputs.tf.json

Left out: .env, .git/, state.tfstate

The module itself, with a README
  inputs
    cidr    string       required
    secret  map(string)  optional, sensitive
  outputs
    id  Its id
  resources
    aws_network.this
  dependencies
    names  registry.test/acme/names/aws  ~> 1.0
  providers
    aws  acme-clouds/aws  >= 5

modules/subnet, no README
  outputs
    cidr

examples/basic, no README
  declares nothing

A dry run: nothing was sent.
`)
  })

  test('of sources for one engine alone and of links shows what the platform would find', async () => {
    const folder = await moduleFolder({ 'main.tofu': 'variable "region" {}\n', 'docs/guide.md': '# Guide\n' })
    await mkdir(join(folder, 'modules'))
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, 'src/main.tf'), 'variable "inner" {}\n')
    await symlink('../src', join(folder, 'modules/net'))
    await symlink('docs/guide.md', join(folder, 'README.md'))
    const { code, out, messages } = await enginePublish([folder, '--dry-run'])
    const warning = 'Warning: it has sources in .tofu files, which not every engine reads\n'
    expect([code, messages]).toEqual([0, warning])
    expect(out.replace(/^5 files, packed into \d+ bytes \(SHA-256 [0-9a-f]{64}\)\n/, '')).toBe(`
  README.md
  docs/guide.md
  main.tofu
  modules/net/main.tf
  src/main.tf

The module itself, with a README
  inputs
    region  any  required

modules/net, no README
  inputs
    inner  any  required

A dry run: nothing was sent.
`)
  })

  test.each([
    ['JSON that is wrong', { 'main.tf.json': '{\n  "output": {,}\n}' }, 'main.tf.json:2: the JSON is wrong'],
    [
      'text of no encoding',
      { 'main.tf': Buffer.from([0x0a, 0xff]) },
      'main.tf:2: the text is not valid UTF-8',
    ],
    [
      'no module',
      { 'docs/main.tf': '' },
      'the archive has no .tf, .tf.json, .tofu or .tofu.json file at its root',
    ],
  ])('ends with 4 for %s', async (_what, files, message) => {
    const { code, out, messages } = await enginePublish([await moduleFolder(files), '--dry-run'])
    expect([code, out]).toEqual([4, ''])
    expect(messages).toContain(message)
  })

  test.runIf(isFull)('of a huge folder ends early, with 4 and a hint', async () => {
    const folder = await moduleFolder(greeting)
    await mkdir(join(folder, 'many'))
    for (let start = 0; start < 10_000; start += 500)
      await Promise.all(
        Array.from({ length: 500 }, (_, n) => writeFile(join(folder, 'many', String(start + n)), '')),
      )
    const { code, messages } = await enginePublish([folder, '--dry-run'])
    expect(code).toBe(4)
    expect(messages).toContain('it holds more than 10,000 files, which no platform takes')
  })
})

describe('a platform that is not there', () => {
  test('ends with 3 and says why', async () => {
    const folder = await moduleFolder(greeting)
    const env = { ENGINE_TOKEN: 'x', TMPDIR: await moduleFolder({}) }
    const unreachable = await enginePublish([folder, ...publishing, '--url', 'http://127.0.0.1:1'], env)
    expect(unreachable.code).toBe(3)
    expect(unreachable.messages).toContain('http://127.0.0.1:1 cannot be reached: nothing listens there')
    const other = await enginePublish([folder, ...publishing, '--url', strangerUrl], env)
    expect(other.code).toBe(3)
    expect(other.messages).toContain('answers 307, which leads to /sign-in, but not as a platform does')
    expect(await readdir(env.TMPDIR), 'nothing is left behind').toEqual([])
  })
})

test('wrong usage ends with 2, and --help with 0', async () => {
  const usage = await enginePublish(['.', ...publishing, '--url', 'http://engine.example'], {
    ENGINE_TOKEN: 'x',
  })
  expect(usage.code).toBe(2)
  expect(usage.messages).toContain('would send the token in the clear')
  const help = await enginePublish(['--help'])
  expect([help.code, help.out.split('\n')[0]]).toEqual([
    0,
    'Publishes a folder with a module, or the release of a provider, to the registry of an engine platform.',
  ])
})
