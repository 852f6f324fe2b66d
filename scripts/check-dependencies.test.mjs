import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { licenceFaults, mayUse, productionPackages } from './lib/licences.mjs'

const folders = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** The production packages of a repository with this lock file, of which these are installed with these licences. */
function packages(lock, installed = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'licences-'))
  folders.push(folder)
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: lock }))
  for (const [path, license] of Object.entries(installed)) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ license }))
  }
  return productionPackages(folder)
}

const faultsOf = (found) => licenceFaults(found).filter((fault) => !fault.startsWith('the exception'))

test('what runs in production is everything that is not there for tests and builds alone', () => {
  const found = packages({
    '': {},
    'apps/a': { dependencies: { b: '1', own: '*' } },
    'node_modules/own': { link: true },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/b/node_modules/@c/d': { version: '2.0.0', devOptional: true },
    'node_modules/tool': { version: '1.0.0', dev: true },
  })
  assert.deepEqual(
    found.map(({ name }) => name),
    ['b', '@c/d'],
  )
})

test('a licence is that of the installed package, else of the lock file; one that is not allowed is named', () => {
  const lock = {
    'apps/a': { dependencies: { b: '1', c: '1', d: '1' } },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/c': { version: '1.0.0', license: 'AGPL-3.0' },
    'node_modules/d': { version: '1.0.0' },
  }
  assert.deepEqual(faultsOf(packages(lock, { 'node_modules/b': 'GPL-3.0' })), [
    'node_modules/b 1.0.0: GPL-3.0',
    'node_modules/c 1.0.0: AGPL-3.0',
    'node_modules/d 1.0.0: it names no licence',
  ])
})

test('an exception is for its package under its licence alone, and goes when nothing needs it', () => {
  const openpgp = { path: 'node_modules/openpgp', name: 'openpgp', version: '1.0.0' }
  assert.deepEqual(faultsOf([{ ...openpgp, license: 'LGPL-3.0+' }]), [])
  assert.deepEqual(faultsOf([{ ...openpgp, license: 'AGPL-3.0' }]), ['node_modules/openpgp 1.0.0: AGPL-3.0'])
  assert.match(licenceFaults([]).join(), /the exception for openpgp is needed by nothing/)
})

test('of two licences to choose from one is enough, of two that apply together none may be missing', () => {
  const mit = new Set(['MIT', 'ISC'])
  assert.ok(mayUse('(MIT OR GPL-3.0)', mit) && mayUse('MIT AND ISC', mit))
  assert.ok(!mayUse('MIT AND GPL-3.0', mit) && !mayUse('', mit) && !mayUse('GPL-2.0 OR GPL-3.0', mit))
})
