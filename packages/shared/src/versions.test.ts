import fc from 'fast-check'
import semver from 'semver'
import { describe, expect, test } from 'vitest'
import { isEngineVersion, isHttpUrl } from './engine-version.js'
import { incremented, isModuleVersion } from './module-version.js'
import { rule } from './rule.js'
import { hasReadableNumbers, versionSortKey } from './sort-key.js'
import { compareVersions, isPreRelease } from './version-order.js'

const byKey = (one: string, other: string): number => {
  const [a, b] = [versionSortKey(one), versionSortKey(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Pattern that semver.org suggests. */
const pattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/

describe('engine versions', () => {
  test.each(['1.0.0', '0.0.1', '1.0.7790374163559867652', '1.2.3-beta1', '1.2.3-alpha.1', '1.2.3-x-y.z'])(
    '%s is a version',
    (text) => expect(isEngineVersion(text)).toBe(true),
  )
  test.each([
    '',
    'v1.0.0',
    '1.0',
    '1.0.0.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0+build',
    '1.0.0-béta',
    '1.0.0\n',
    ' 1.0.0',
  ])('%j is not a version', (text) => expect(isEngineVersion(text)).toBe(false))
  test('numbers sort by value, also above 2^53, and a suffix lies below the release', () => {
    const versions = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0', '1.0.9', '1.0.10',
      '1.0.7790374163559867652', '1.0.7790374163559867653', '1.2.0', '2.0.0-1', '2.0.0'] // oxfmt-ignore
    expect(versions.toReversed().sort(byKey)).toEqual(versions)
    expect(versions.toReversed().sort(compareVersions)).toEqual(versions)
  })
})

describe('module versions', () => {
  test.each(['1.0.0', '1.0.0-rc.1', '1.0.0+build.5', '1.0.0-0a', '99999999999999999999.0.0'])(
    '%s is a version',
    (text) => expect(isModuleVersion(text)).toBe(true),
  )
  test.each(['v1.0.0', '1.0', '1.0.0-01', '1.0.0-', '1.0.0+', '1.0.0-a..b', '=1.0.0', ' 1.0.0', '1.0.0\n',
    '099999999999999999999.0.0', '1.0.0-099999999999999999999', `1.0.0-${'a'.repeat(123)}`,
  ])('%j is not a version', (text) => expect(isModuleVersion(text)).toBe(false)) // oxfmt-ignore
  test('what semver.org says is a version, with numbers of any length', () => {
    const piece = fc.oneof(
      fc.constantFrom('.', '-', '+', 'v', 'a', '0', '01', '1.0.0', '-0', '+0'),
      fc.stringMatching(/^[1-9]\d{14,16}$/),
    )
    const text = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((tail) => `1.0.0${tail}`),
        ),
        (tried) => {
          expect(isModuleVersion(tried)).toBe(pattern.test(tried) && tried.length <= 128)
        },
      ),
      { numRuns: 2000 },
    )
  })
  test('only a hyphenated suffix makes a pre-release', () => {
    expect(isPreRelease('1.0.0-rc.1')).toBe(true)
    expect(isPreRelease('1.0.0+rc-1')).toBe(false)
    expect(isPreRelease('99999999999999999999.0.0-99999999999999999999')).toBe(true)
    expect(isPreRelease('99999999999999999999.0.0')).toBe(false)
  })
  rule('§7 publishing', 'Versions that differ only in build metadata are the same')
  test('versions that differ only in build metadata have the same key', () => {
    expect(versionSortKey('1.0.0+a')).toBe(versionSortKey('1.0.0+b'))
    expect(versionSortKey('1.0.0+a-1')).toBe(versionSortKey('1.0.0'))
    expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
  })
  rule('§7 versions', 'Their order is that of SemVer')
  test('the order is that of SemVer', () => {
    const part = fc.integer({ min: 0, max: 2000 })
    const identifier = fc.oneof(part.map(String), fc.stringMatching(/^[a-zA-Z-]{1,3}$/))
    const version = fc
      .tuple(part, part, part, fc.array(identifier, { maxLength: 3 }))
      .map(([a, b, c, tail]) => `${a}.${b}.${c}${tail.length > 0 ? `-${tail.join('.')}` : ''}`)
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(byKey(a, b)).toBe(semver.compare(a, b))
      }),
    )
  })
})

describe('numbers above 2^53', () => {
  const number = fc.constantFrom(
    '0',
    '7',
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '99999999999999999',
  )
  const suffix = fc.constantFrom('', '-a', '-01', '-a..b', '-9007199254740993', '-9007199254740992.1')
  const version = fc.tuple(number, number, number, suffix).map(([a, b, c, end]) => `${a}.${b}.${c}${end}`) // oxfmt-ignore

  test('are compared as the sort keys order them, and so is a suffix that is none of SemVer', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(compareVersions(a, b)).toBe(byKey(a, b))
      }),
      { numRuns: 2000 },
    )
  })
  test.each([
    ['9007199254740991.2.3', 'major', '9007199254740992.0.0'],
    ['1.9007199254740993.3', 'minor', '1.9007199254740994.0'],
    ['99999999999999999.0.9', 'patch', '99999999999999999.0.10'],
  ] as const)('%s is followed by the next %s, %s', (release, part, next) => {
    expect(incremented(release, part)).toBe(next)
  })
})

test.each(['ftp://a', 'https://', 'http:/a', 'a b', 'https://a b', '//host/path'])(
  '%j is no web address',
  (text) => expect(isHttpUrl(text)).toBe(false),
)

test.each([
  ['9223372036854775807.0.0', true],
  ['1.9223372036854775807.0-99999999999999999999+99999999999999999999', true],
  ['9223372036854775808.0.0', false],
  ['1.9223372036854775808.0', false],
  ['1.0.99999999999999999999-rc.1', false],
])('whether the CLI reads the numbers of %s: %s', (version, isRead) => {
  expect(hasReadableNumbers(version)).toBe(isRead)
})
