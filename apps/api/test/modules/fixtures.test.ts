import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import type { Expectation } from './fixtures/expectation.js'
import { createModule, publish, registry } from './module-requests.js'

const folder = fileURLToPath(new URL('fixtures/', import.meta.url))
const fixtures = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')

test('there are at least twenty modules shaped like the popular public ones', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(20)
})

describe('a published module is described by the whole of what its sources declare:', () => {
  test.each(fixtures)('%s', async (name) => {
    const { expected } = (await import(`./fixtures/${name}/expected.ts`)) as { expected: Expectation }
    const address = `acme/${name}/any`
    await createModule(app, owner, address)
    await publish(app, owner, address, '1.0.0', packed(join(folder, name, 'module')))
    const { status, body } = await registry(app, owner, `/v1/modules/${address}/1.0.0`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: `acme/${name}/any/1.0.0`,
      owner: 'ana',
      namespace: 'acme',
      name,
      version: '1.0.0',
      provider: 'any',
      description: expected.description,
      source: '',
      published_at: '2026-03-01T12:00:00.000Z',
      downloads: 0,
      verified: false,
      root: partOf(name, { path: '', name, ...expected.root }),
      submodules: (expected.submodules ?? []).map((part) => partOf(name, part)),
      examples: (expected.examples ?? []).map((part) => partOf(name, part)),
      providers: ['any'],
      versions: ['1.0.0'],
      deprecation: null,
    })
  })
})

/** A gzip tar of all that is in a folder. */
function packed(root: string): Buffer {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name))
  const files = names.filter((path) => statSync(path).isFile()).sort()
  return archive(...files.map((path) => file(relative(root, path).split(sep).join('/'), readFileSync(path))))
}

function partOf(fixture: string, part: Expectation['root']) {
  const { path = '', name, readme, empty = false, ...declared } = part
  const { inputs = [], outputs = [], dependencies = [], providers = [], resources = [] } = declared
  return {
    ...{ path, name, empty, inputs, outputs, dependencies, resources },
    ...{ computed_calls: [], engine_constraints: [] },
    provider_dependencies: providers,
    readme: readme === undefined ? '' : textOf(join(folder, fixture, 'module', path, readme)),
  }
}

/** Text of a file without a byte order mark. */
function textOf(path: string): string {
  return new TextDecoder().decode(readFileSync(path))
}
