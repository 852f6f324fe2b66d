import assert from 'node:assert/strict'
import { test } from 'vitest'
import { listOf, lostRules, rulesOf } from './rules.mjs'

const rule = "rule('§2 paging', 'A page holds 20 items')\n"
const isSo = "test('is so', () => {})\n"

/** Reads the rules in one test file. */
const read = (code) => rulesOf([{ path: 'a.test.ts', text: code }])
const faultsOf = (code) => read(code).faults

test('a rule is proven by the test that follows it, in a block or not, and with rows of values', () => {
  const code = `describe('a list', () => {
    ${rule}rule('§3', 'b | c')
    for (const n of [1]) test(\`is so\`, () => {})
    rule('§2', 'd')
    // As ever.
    test.each([1])('is %i', (x: number) => {})
  })`
  assert.deepEqual(faultsOf(code), [])
  assert.deepEqual(
    read(code).rules.map(({ source, text, title }) => [source, text, title]),
    [
      ['§2', 'd', 'a list > is %i'],
      ['§2 paging', 'A page holds 20 items', 'a list > is so'],
      ['§3', 'b | c', 'a list > is so'],
    ],
  )
})

for (const [what, code] of Object.entries({
  'by nothing': rule,
  'by something else': `${rule}const a = 1\n${isSo}`,
  'at the end of a block': `describe('a', () => { ${rule} })\n${isSo}`,
  'by a block of several tests': `${rule}describe('a', () => { ${isSo + isSo} })`,
  'inside a test': `test('is so', () => { ${rule} })`,
})) {
  test(`a rule ${what} is proven by no test`, () => assert.match(faultsOf(code)[0], /no single test follows/))
}

for (const left of [
  "test.skip('is so', () => {})",
  "test.todo('is so')",
  "test.skipIf(true)('is so', () => {})",
  "test.runIf(true).each([1])('is so', () => {})",
  "test.fails('is so', () => {})",
  `describe.skip('a', () => { ${rule}${isSo} })`,
]) {
  test(`a test that is not always run proves nothing: ${left.replaceAll('\n', ' ')}`, () => {
    assert.match(faultsOf(left.includes('rule(') ? left : rule + left)[0], /not always run/)
  })
}

test('a rule stands once, has a source that is known, and is two texts', () => {
  assert.match(
    faultsOf(rule + isSo + rule.toUpperCase().replace('RULE', 'rule') + isSo)[0],
    /stands in a\.test\.ts/,
  )
  assert.match(faultsOf(`rule('§9', 'a')\n${isSo}`)[0], /"§9" is no source of rules/)
  assert.match(faultsOf(`rule('§2', \`\${a}\`)\n${isSo}`)[0], /is two texts/)
})

test('the list names each rule with its test below its heading, and no heading without rules', () => {
  const { rules } = read(`${rule}rule('§18 writes', 'b | c')\n${isSo}`)
  assert.deepEqual(listOf(rules), [
    'Contract §2, what holds for all of /api/v2 (1)\n',
    '§2 paging: A page holds 20 items\n    a.test.ts > is so',
    '',
    'Contract §18, sharpened by use and by attack (1)\n',
    '§18 writes: b | c\n    a.test.ts > is so',
    '',
  ])
})

test('a source with fewer rules than before has lost a test, unless a commit says that it was none', () => {
  const { rules } = read(`${rule}rule('§2 paging', 'b')\nrule('§3', 'c')\n${isSo}`)
  assert.deepEqual(lostRules(rules, rules), [])
  assert.deepEqual(lostRules(rules, [...rules, { ...rules[0], text: 'd' }]), [])
  const [lost, ...others] = lostRules(rules, rules.slice(1))
  assert.match(lost, /"§2 paging" has lost a test: 1 of 2 rules are proven\. Bring the test back /)
  assert.deepEqual(others, [])
  assert.match(lostRules(rules, rules.slice(0, 2))[0], /"§3" has lost a test: 0 of 1 rules/)
  assert.deepEqual(lostRules(rules, rules.slice(1), 'Subject\n\nDrop rule: §2 paging\n'), [])
})

test('a rule that is reworded, or whose test is renamed or moved, is no fault', () => {
  const { rules } = read(rule + isSo)
  const moved = rules.map(({ source }) => ({ source, text: 'another', title: 'was so', path: 'b.test.ts' }))
  assert.deepEqual(lostRules(rules, moved), [])
})
