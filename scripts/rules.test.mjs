import assert from 'node:assert/strict'
import { test } from 'vitest'
import { documentFaults, documentOf, rulesOf } from './rules.mjs'

const rule = "rule('§2 paging', 'A page holds 20 items')\n"
const isSo = "test('is so', () => {})\n"

/** What is said of one test file. */
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

test('the document says whatever the tests say: a rule that lost its test is named, anything else is out of date', () => {
  const { rules } = read(`${rule}rule('§3', 'b | c')\n${isSo}`)
  const written = documentOf(rules)
  assert.match(written, /^2 rules\.$/m)
  assert.match(written, /^\| §3 \| b \\\| c \| \[a\]\(\.\.\/a\.test\.ts\) \| is so \|$/m)
  assert.deepEqual(documentFaults(written, rules), [])
  assert.match(
    documentFaults(written, rules.slice(1))[0],
    /no test proves "§2 paging \| A page holds 20 items" any more/,
  )
  assert.deepEqual(documentFaults(written, [...rules, { ...rules[0], text: 'another' }]), [
    'docs/RULES.md is out of date: run npm run rules',
  ])
  assert.deepEqual(documentFaults(written.replace('is so', 'was so'), rules), [
    'docs/RULES.md is out of date: run npm run rules',
  ])
})
