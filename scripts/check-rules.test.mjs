import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkRules, readTests } from './check-rules.mjs'

const folders = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const head = '| Source | Rule | File | Test |\n| --- | --- | --- | --- |\n'
const row = (title, rule = 'a rule', file = 'a.test.ts') =>
  `| §2 paging | ${rule} | [a](../${file}) | ${title} |\n`

/** What is wrong in a repository of this table and this one test file. */
function faults(table, code = "test('is so', () => {})", { atLeast = 0, from = [] } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'rules-'))
  folders.push(root)
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'docs/RULES.md'), table)
  writeFileSync(join(root, 'a.test.ts'), code)
  return checkRules(root, { atLeast, from }).faults
}

test('a rule whose test is there is accepted, in a block or not, and with rows of values', () => {
  assert.deepEqual(faults(head + row('is so')), [])
  const code = "describe('a list', () => { for (const n of [1]) test.each([1])(`is %i`, (x: number) => {}) })"
  assert.deepEqual(faults(head + row('a list > is %i'), code), [])
  assert.deepEqual(faults(head + row('a \\| b'), "it('a | b', () => {})"), [])
})

test('a test that was renamed is missed, and so is one that stands in another block', () => {
  assert.deepEqual(faults(head + row('was so')), ['docs/RULES.md:3: a.test.ts has no test "was so"'])
  const code = "describe('a list', () => { test('is so', () => {}) })"
  assert.match(faults(head + row('is so'), code)[0], /has no test "is so"/)
})

test('a test file that is not there is missed', () => {
  assert.deepEqual(faults(head + row('is so', 'a rule', 'b.test.ts')), [
    'docs/RULES.md:3: there is no file b.test.ts',
  ])
})

for (const code of [
  "test.skip('is so', () => {})",
  "test.todo('is so')",
  "test.skipIf(true)('is so', () => {})",
  "test.runIf(true).each([1])('is so', () => {})",
  "test.fails('is so', () => {})",
  "test('is so', () => {}); test.only('another', () => {})",
]) {
  test(`a test that is not always run proves nothing: ${code}`, () => {
    assert.deepEqual(faults(head + row('is so'), code), [
      'docs/RULES.md:3: a.test.ts does not always run "is so"',
    ])
  })
}

test('nor does one in a block that is skipped', () => {
  const code = "describe.skip('a list', () => { test('is so', () => {}) })"
  assert.match(faults(head + row('a list > is so'), code)[0], /does not always run/)
})

test('two tests of one title leave open which is meant', () => {
  const code = "test('is so', () => {}); test('is so', () => {})"
  assert.match(faults(head + row('is so'), code)[0], /more than one test/)
})

test('a rule that stands twice is refused; another rule may have the same test', () => {
  assert.deepEqual(faults(head + row('is so') + row('is so', 'A Rule')), [
    'docs/RULES.md:4: the rule stands in line 3 already',
  ])
  assert.deepEqual(faults(head + row('is so') + row('is so', 'another')), [])
})

test('a row without a test, a rule or a link is refused', () => {
  for (const broken of [
    row(''),
    row('is so', ''),
    '| §2 | a rule | a.test.ts | is so |\n',
    '| §2 | a rule |\n',
  ])
    assert.match(faults(head + broken)[0], /^docs\/RULES\.md:3: a row is/)
})

test('rules that went, and a source without any, are missed', () => {
  assert.deepEqual(faults(head + row('is so'), undefined, { atLeast: 2 }), [
    'docs/RULES.md: 1 rules, where there were 2',
  ])
  assert.deepEqual(faults(head + row('is so'), undefined, { from: ['§2', '§3'] }), [
    'docs/RULES.md: no rule of §3',
  ])
})

test('only tests are read: not calls that look alike, and not what stands in texts', () => {
  const code = `const text = "test('a')"; latest('b', () => {}); regex.test('c'); describe('d', () => {})`
  assert.deepEqual(readTests(code), [])
})
