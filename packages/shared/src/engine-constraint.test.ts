import { describe, expect, test } from 'vitest'
import { meetsEngineConstraint, parseEngineConstraint } from './engine-constraint.js'

const versions = ['1.4.9', '1.5.0-rc1', '1.5.0', '1.5.3', '1.5.10', '1.6.0-beta1', '1.6.0-rc1', '1.6.0', '1.10.2', '2.0.0-rc1', '2.0.0', '10.0.0'] // oxfmt-ignore

function matching(text: string): string[] {
  const parsed = parseEngineConstraint(text)
  if ('faults' in parsed) throw new Error(parsed.faults[0]?.message)
  return versions.filter((version) => meetsEngineConstraint(version, parsed.constraint))
}

describe('a constraint is met by', () => {
  test.each([
    ['1.5.3', ['1.5.3']],
    ['= 1.5.3', ['1.5.3']],
    ['=1.5', ['1.5.0']],
    ['v1.5.3', ['1.5.3']],
    ['2', ['2.0.0']],
    ['01.05.03', ['1.5.3']],
    ['!= 1.5.3, ~> 1.5.0', ['1.5.0', '1.5.10']],
    ['> 1.6', ['1.10.2', '2.0.0', '10.0.0']],
    ['>= 1.6.0', ['1.6.0', '1.10.2', '2.0.0', '10.0.0']],
    ['< 1.5.3', ['1.4.9', '1.5.0']],
    ['<= 1.5.3', ['1.4.9', '1.5.0', '1.5.3']],
    ['~> 1.5', ['1.5.0', '1.5.3', '1.5.10', '1.6.0', '1.10.2']],
    ['~> 1.5.3', ['1.5.3', '1.5.10']],
    ['~> 1.5.0', ['1.5.0', '1.5.3', '1.5.10']],
    ['~> 1', ['1.4.9', '1.5.0', '1.5.3', '1.5.10', '1.6.0', '1.10.2', '2.0.0', '10.0.0']],
    ['~> 1.5, != 1.5.3', ['1.5.0', '1.5.10', '1.6.0', '1.10.2']],
    ['>= 1.5, < 1.6', ['1.5.0', '1.5.3', '1.5.10']],
    ['>=1.5,<1.6', ['1.5.0', '1.5.3', '1.5.10']],
    ['  ~>   1.5.3  ', ['1.5.3', '1.5.10']],
    ['> 2, < 1', []],
    ['= 1.5.3, = 1.5.10', []],
  ])('%s: %j', (text, expected) => expect(matching(text)).toEqual(expected))

  test('numbers above 2^53, by value', () => {
    const parsed = parseEngineConstraint('~> 1.7790374163559867652.3')
    if ('faults' in parsed) throw new Error('it is a constraint')
    const met = (version: string): boolean => meetsEngineConstraint(version, parsed.constraint)
    expect(
      ['1.7790374163559867652.4', '1.7790374163559867652.2', '1.7790374163559867653.0'].map(met),
    ).toEqual([true, false, false])
  })
})

describe('a pre-release is met by its exact number alone:', () => {
  test.each([
    ['1.6.0-rc1', ['1.6.0-rc1']],
    ['= 1.6.0-rc1', ['1.6.0-rc1']],
    ['= 1.6-rc1', ['1.6.0-rc1']],
    ['= 1.6.0-rc1, != 1.6.0', ['1.6.0-rc1']],
    ['= 1.6.0-rc1, != 1.6.0-rc1', []],
    ['= 1.6.0-rc1, >= 1.5', []],
    ['!= 1.6.0-rc1, ~> 1.6.0', ['1.6.0']],
    ['!= 1.6.0', versions.filter((version) => !version.includes('-') && version !== '1.6.0')],
    ['>= 1.6.0-beta1, < 2', ['1.6.0', '1.10.2']],
    ['> 1.6.0-rc1, <= 1.6.0', ['1.6.0']],
    ['~> 1.6.0-rc1', []],
  ])('%s: %j', (text, expected) => expect(matching(text)).toEqual(expected))
})

describe('what is no constraint says what is wrong, and where:', () => {
  test.each([
    ['', 0, 0, /^Write a constraint/],
    ['   ', 0, 3, /^Write a constraint/],
    ['1.5,', 4, 4, /missing at the comma/],
    [', 1.5', 0, 0, /missing at the comma/],
    ['^1.5', 0, 4, /“\^” is no operator: there are =, !=, >, >=, <, <=, ~>$/],
    ['~1.5', 0, 4, /“~” is no operator/],
    ['== 1.5', 0, 6, /“==” is no operator/],
    ['=> 1.5', 0, 6, /“=>” is no operator/],
    ['>= 1.5, ~~ 2', 8, 12, /“~~” is no operator/],
    ['>=', 0, 2, /missing after “>=”/],
    ['>= 1.5 < 2', 0, 10, /comma is missing/],
    ['1.5 1.6', 0, 7, /comma is missing/],
    ['>1.5<2', 0, 6, /comma is missing/],
    ['1.5 || 1.6', 0, 10, /no “or”/],
    ['1.x', 0, 3, /leave out what does not matter/],
    ['1.5.*', 0, 5, /leave out what does not matter/],
    ['*', 0, 1, /“\*” is no operator/],
    ['1.2.3.4', 0, 7, /more than three numbers/],
    ['latest', 0, 6, /“latest” is no version number/],
    ['1..5', 0, 4, /is no version number/],
    ['1.5.', 0, 4, /is no version number/],
    ['1.5.0-', 0, 6, /is no version number/],
    ['1.5.0+build', 0, 11, /is no version number/],
    [`1.${'5'.repeat(130)}`, 0, 132, /is no version number/],
  ])('%j from %i to %i', (text, from, to, message) => {
    const parsed = parseEngineConstraint(text)
    expect(parsed).toEqual({ faults: [{ from, to, message: expect.stringMatching(message) }] })
  })

  test('every condition that is wrong is told', () => {
    const parsed = parseEngineConstraint('^1, ~> 1.5, x')
    expect(parsed).toMatchObject({
      faults: [
        { from: 0, to: 2 },
        { from: 12, to: 13 },
      ],
    })
  })
})
