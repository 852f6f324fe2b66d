import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { ArchiveRefused } from '@engine/module-source/archive'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { HclThreads } from '@engine/module-source/hcl-threads'
import { SourceRefused } from '@engine/module-source'
import { isRead } from '@engine/shared/module-files'
import { makePlain } from '@engine/module-source/plain-archive'
import { moduleSourceReader } from '@engine/module-source/source-reader'
import * as make from '@engine/module-source/testing'
import type { Person } from '../makers.js'
import { createModule, modulePath, pathOf } from '../modules/module-requests.js'
import { expectSound, FuzzedPlatform, inTurn, seed } from './fuzzed-platform.js'
import { damage, mutated } from './mutations.js'

const total = Number(process.env['ENGINE_FUZZ_COUNT'] ?? 10_000)
const rounds = 20
const atOnce = 4

const samples = fileURLToPath(new URL('../../../../prisma/seed/modules/', import.meta.url))
const sources = readdirSync(samples, { recursive: true, encoding: 'utf8' })
  .filter((path) => statSync(join(samples, path)).isFile())
  .map((path) => readFileSync(join(samples, path), 'utf8'))

const words = [
  ...[
    '{',
    '}',
    '[',
    '(',
    '"',
    '${',
    '%{',
    '%{ for x in y }',
    '$${',
    '<<-EOT\n',
    '\nEOT\n',
    '/*',
    '#',
    '=',
    '\n',
  ],
  ...['null', 'optional(', 'object({', 'any', '1e400', '0x1', '-', '...', '[*]', '?', '=>', 'for x in y : x'],
  ...[
    '\0',
    '\ufeff',
    '\ud800',
    '"\\u{110000}"',
    '\r',
    'é',
    'variable "a" {}\n',
    'output "a" { value = 1 }\n',
  ],
  ...[
    'terraform {\n',
    'required_providers {\n',
    'configuration_aliases = [a.b]\n',
    'dynamic "x" {',
    'type = strng',
  ],
  ...[
    '{'.repeat(2000),
    '['.repeat(2000),
    '('.repeat(500),
    'a.'.repeat(2000),
    '|a'.repeat(500),
    '**a'.repeat(500),
  ],
]
const text = mutated(sources, words)

const places = [
  ...['main.tf', 'variables.tf', 'versions.tf', 'a.tofu', 'b.tf.json', 'a_override.tf', 'README.md', 'x.png'],
  ...[
    'modules/net/main.tf',
    'modules/net/README.md',
    'modules/net/deep/x.tf',
    'examples/e/main.tf',
    './docs/a.md',
  ],
]
const oddParts = ['..', '.', '', 'a', 'é', 'e\u0301', 'con', '\\', '\u0001', 'MAIN.TF', 'x'.repeat(260)]
const oddPath = fc.array(fc.constantFrom(...oddParts), { maxLength: 5 }).map((parts) => parts.join('/'))
const path = fc.oneof(
  { arbitrary: fc.constantFrom(...places), weight: 30 },
  { arbitrary: oddPath, weight: 1 },
)
const target = fc.oneof(
  {
    arbitrary: fc.constantFrom('net.tf', '../net.tf', '../../net.tf', 'modules/net', 'modules', '.', '..'),
    weight: 6,
  },
  { arbitrary: oddPath, weight: 1 },
)
const file = fc.tuple(path, text).map(([at, contents]) => make.file(at, contents))
const oddEntry = fc.oneof(
  fc.tuple(path, target).map(([at, to]) => make.symlink(at, to)),
  fc.tuple(path, fc.oneof(fc.constant('net.tf'), path)).map(([at, to]) => make.hardLink(at, to)),
  path.map(make.folder),
  path.map((at) => make.pax({ path: at })),
  fc
    .tuple(fc.constantFrom('L' as const, 'K' as const), path)
    .map(([type, name]) => make.longName(type, name)),
)
/** The one file that a module needs, some more, then a few other things. */
const entries = fc
  .tuple(fc.array(file, { maxLength: 3 }), fc.array(oddEntry, { maxLength: 3 }), text)
  .map(([files, odd, main]) => [make.file('net.tf', main), ...files, ...odd])
const whole = (bytes: Buffer): Buffer => bytes
const sometimes = fc.oneof({ arbitrary: fc.constant(whole), weight: 20 }, { arbitrary: damage, weight: 1 })
const archives = fc
  .tuple(entries, sometimes, sometimes)
  .map(([parts, ofTar, ofGzip]) => ofGzip(gzipSync(ofTar(make.tarOf(...parts)), { level: 1 })))

let platform: FuzzedPlatform
let owner: Person
const threads = new HclThreads()

beforeAll(async () => {
  console.log(`ENGINE_TEST_SEED=${seed}, ${total} archives`)
  platform = await FuzzedPlatform.start()
  owner = await platform.app.make.user('ana')
  await platform.app.make.organization(owner, 'acme')
})
afterAll(async () => {
  await threads.close()
  await platform.stop()
})

/** The publisher's own program's refusal; undefined if it would send the archive. */
async function refusalOf(bytes: Buffer): Promise<string | undefined> {
  try {
    const { plainPaths } = await readModuleArchive(make.streamOf(bytes))
    const packed = plainPaths ? makePlain(async () => make.streamOf(bytes), plainPaths) : make.streamOf(bytes)
    const { contents } = await readModuleArchive(packed, { collect: isRead })
    await moduleSourceReader(threads)(contents)
    return undefined
  } catch (error) {
    if (error instanceof ArchiveRefused || error instanceof SourceRefused) return error.message
    throw error
  }
}

/** Uploads of one lane go to the same module, each to a new version once the one before was taken. */
class Lane {
  private link: string | undefined
  private version = 0
  private address = ''

  constructor(private readonly name: string) {}

  async upload(bytes: Buffer): Promise<void> {
    this.link ??= await this.freshLink()
    const answer = await platform.ask({ method: 'PUT', target: this.link, headers: {}, body: bytes })
    const refusal = await refusalOf(bytes)
    const isTaken = answer?.status === 200
    if (
      isTaken !== (refusal === undefined) ||
      (refusal !== undefined && !answer?.text.includes(told(refusal)))
    )
      platform.failures.push(`the platform: ${answer?.text.slice(0, 300)}; the program: ${refusal}`)
    if (!isTaken) return
    this.link = undefined
    const [headers, target] = [bearer(), `/v1/modules/${this.address}/1.0.${this.version}`]
    const detail = await platform.ask({ method: 'GET', target, headers })
    if (detail?.status !== 200) platform.failures.push(`${target} is ${detail?.status}: ${detail?.text}`)
  }

  private async freshLink(): Promise<string> {
    if (this.version++ % 100 === 0) {
      this.address = `acme/${this.name}-${this.version}/aws`
      await createModule(platform.app, owner, this.address)
    }
    const target = `/api/v2${modulePath(this.address)}/versions`
    const headers = { ...bearer(), 'Content-Type': 'application/vnd.api+json' }
    const attributes = { version: `1.0.${this.version}` }
    const body = Buffer.from(JSON.stringify({ data: { type: 'registry-module-versions', attributes } }))
    const answer = await platform.ask({ method: 'POST', target, headers, body })
    const { data } = JSON.parse(answer?.text ?? '') as { data: { links: { upload: string } } }
    return pathOf(data.links.upload)
  }
}

const bearer = () => ({ Authorization: `Bearer ${owner.token}` })
/** Text as JSON writes it, without the quotation marks. */
const told = (message: string): string => JSON.stringify(message).slice(1, -1)

test('whatever archive is uploaded: taken or refused as the publisher’s program does, no 5xx, no hang, flat memory', async () => {
  const size = Math.ceil(total / rounds)
  const lanes = Array.from({ length: atOnce }, (_, number) => new Lane(`lane${number}`))
  for (let round = 0; round < rounds; round++) {
    const some = fc.sample(archives, { numRuns: size, seed: seed + round })
    await inTurn(some, atOnce, (bytes, lane) => lanes[lane]?.upload(bytes) ?? Promise.resolve())
    await platform.tell((round + 1) * size, 'archives')
  }
  expectSound(platform)
})
