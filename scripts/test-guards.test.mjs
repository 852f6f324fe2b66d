import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkGuards } from './guards/check.mjs'
import { promises } from './guards/promises.mjs'
import { namePattern } from './guards/run.mjs'
import { root } from './lib/workspace.mjs'

const folders = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const row = '| a promise | [a](../a.ts) | [a.test](../a.test.ts) |'
const guard = {
  id: 'a',
  file: 'a.ts',
  replace: 'if (bad) throw bad',
  by: '',
  test: 'a.test.ts',
  name: 'refuses %s',
}

/** What is wrong in a repository of these rows, this code and the one promise with these guards. */
function faults({ rows = [row], code = 'if (bad) throw bad\n', guards = [guard] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'guards-'))
  folders.push(folder)
  mkdirSync(join(folder, 'docs'))
  const table = ['# Security', '', '| Promise | Guard | Test |', '| --- | --- | --- |', ...rows, '', 'More.']
  writeFileSync(join(folder, 'docs/SECURITY.md'), table.join('\n'))
  writeFileSync(join(folder, 'a.ts'), code)
  writeFileSync(join(folder, 'a.test.ts'), "describe('it', () => { test.each([1])('refuses %s', () => {}) })")
  return checkGuards(folder, [{ promise: 'a promise', guards }])
}

test('docs/SECURITY, its guards, the code and the tests agree', () => {
  assert.deepEqual(checkGuards(root, promises), [])
  assert.ok(promises.flatMap(({ guards }) => guards).length >= 280)
})

test('a promise with its guard is accepted, the test named with its block or without', () => {
  assert.deepEqual(faults(), [])
  assert.deepEqual(faults({ guards: [{ ...guard, name: 'it > refuses %s' }] }), [])
})

test('a promise without a guard, and a guard without a promise, are missed', () => {
  assert.deepEqual(faults({ rows: [row, row.replace('a promise', 'another')] }), [
    'docs/SECURITY.md:6: no guard is named for this promise',
  ])
  assert.match(faults({ rows: [row.replace('a promise', 'another')] }).join(), /there is no row "a promise"/)
  assert.match(faults({ rows: [] }).join(), /there is no table/)
})

test('a second table of promises is missed: nothing holds its rows to the code', () => {
  const second = ['', '| Promise | Guard | Test |', '| --- | --- | --- |', row]
  assert.deepEqual(faults({ rows: [row, ...second] }), [
    'docs/SECURITY.md:7: another table of promises, whose rows prove nothing',
  ])
})

test('a guard whose code is gone, or stands twice, proves nothing', () => {
  assert.deepEqual(faults({ code: '' }), ['a: its code is in a.ts 0 times'])
  assert.deepEqual(faults({ code: 'if (bad) throw bad\n'.repeat(2) }), ['a: its code is in a.ts 2 times'])
})

test('what is no program without the guard would fail every test', () => {
  assert.deepEqual(faults({ guards: [{ ...guard, by: 'if (' }] }), [
    'a: a.ts is no program any more without it',
  ])
})

test('a guard, and a test, that the row does not name are missed', () => {
  const other = row.replace('../a.ts', '../b.ts').replace('../a.test.ts', '../b.test.ts')
  assert.deepEqual(faults({ rows: [other] }), [
    'a: docs/SECURITY.md:5 does not name a.ts',
    'a: docs/SECURITY.md:5 does not name a.test.ts',
  ])
})

test('a test that is not there, and an id that is there twice, are missed', () => {
  assert.deepEqual(faults({ guards: [{ ...guard, name: 'takes' }] }), ['a: a.test.ts has no test "takes"'])
  assert.deepEqual(faults({ guards: [guard, guard] }), ['a: another guard has the same id'])
})

test('the name of a test finds it as it is run, whatever its values are', () => {
  assert.match('it (once) refuses "a", twice', new RegExp(namePattern('it (once) > refuses %s, twice')))
})
