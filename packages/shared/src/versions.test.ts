import fc from 'fast-check'
import semver from 'semver'
import { describe, expect, test } from 'vitest'
import { engineVersionSortKey, isEngineVersion, isHttpUrl } from './engine-version.js'
import { isModuleVersion, isPreRelease, moduleVersionSortKey } from './module-version.js'
import { rule } from './rule.js'

const sorted = (versions: string[], key: (version: string) => string): string[] =>
  [...versions].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))

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
      '1.0.7790374163559867652', '1.0.7790374163559867653', '1.2.0', '2.0.0-1', '2.0.0'] // prettier-ignore
    expect(sorted([...versions].reverse(), engineVersionSortKey)).toEqual(versions)
  })
})

describe('module versions', () => {
  test.each(['1.0.0', '1.0.0-rc.1', '1.0.0+build.5', '1.0.0-0a', '99999999999999999999.0.0'])(
    '%s is a version',
    (text) => expect(isModuleVersion(text)).toBe(true),
  )
  test.each(['v1.0.0', '1.0', '1.0.0-01', '1.0.0-', '1.0.0+', '1.0.0-a..b'])('%j is not a version', (text) =>
    expect(isModuleVersion(text)).toBe(false),
  )
  test('only a hyphenated suffix makes a pre-release', () => {
    expect(isPreRelease('1.0.0-rc.1')).toBe(true)
    expect(isPreRelease('1.0.0+rc-1')).toBe(false)
  })
  rule('§7 publishing', 'Versions that differ only in build metadata are the same')
  test('versions that differ only in build metadata have the same key', () => {
    expect(moduleVersionSortKey('1.0.0+a')).toBe(moduleVersionSortKey('1.0.0+b'))
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
        const [x, y] = [moduleVersionSortKey(a), moduleVersionSortKey(b)]
        expect(x < y ? -1 : x > y ? 1 : 0).toBe(semver.compare(a, b))
      }),
    )
  })
})

test.each(['ftp://a', 'https://', 'http:/a', 'a b', 'https://a b', '//host/path'])(
  '%j is no web address',
  (text) => expect(isHttpUrl(text)).toBe(false),
)
