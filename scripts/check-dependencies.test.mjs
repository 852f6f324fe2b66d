import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readAudit } from './lib/audit-report.mjs'
import { licenceFaults, mayUse, productionPackages } from './lib/licences.mjs'

const folders = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

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

test('what runs in production is found from each workspace, the nearest copy of it, and nothing that only tests need', () => {
  const found = packages({
    '': { devDependencies: { tool: '1' } },
    'apps/a': { dependencies: { b: '1', own: '*' }, devDependencies: { tool: '1' } },
    'node_modules/own': { link: true },
    'node_modules/b': { version: '1.0.0', dependencies: { c: '2' }, optionalDependencies: { d: '1' } },
    'node_modules/b/node_modules/c': { version: '2.0.0', license: 'MIT' },
    'node_modules/c': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/d': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', dev: true },
  })
  assert.deepEqual(
    found.map(({ path }) => path),
    ['node_modules/b', 'node_modules/b/node_modules/c', 'node_modules/d'],
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

test('known vulnerabilities are told with the worst first, and an answer that is none is a problem', () => {
  const via = [{ title: 'reads too much' }]
  const vulnerabilities = {
    a: { name: 'a', severity: 'low', via: ['b'] },
    b: { name: 'b', severity: 'high', via },
  }
  assert.deepEqual(readAudit(JSON.stringify({ vulnerabilities })).vulnerabilities, [
    { name: 'b', severity: 'high', title: 'reads too much' },
    { name: 'a', severity: 'low', title: 'by b' },
  ])
  assert.deepEqual(readAudit(JSON.stringify({ vulnerabilities: {} })).vulnerabilities, [])
  assert.equal(readAudit('{"message":"404 Not Found"}').problem, '404 Not Found')
  assert.equal(readAudit('').problem, 'npm said nothing')
})
