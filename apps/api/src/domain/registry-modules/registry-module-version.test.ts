import { expect, test } from 'vitest'
import { isPublished, newestOf, versionKeyOf, type ModuleVersion } from './registry-module-version.js'

const at = new Date('2026-03-01T12:00:00Z')
const archive = { storageKey: 'modules/a.tar.gz', sha256: 'ab'.repeat(32), size: 1 }

function version(number: string, status: ModuleVersion['status'] = 'ok'): ModuleVersion {
  const isOk = status === 'ok'
  const publishedAt = isOk ? at : null
  return {
    id: '',
    version: number,
    status,
    error: null,
    warnings: [],
    interface: null,
    acceptBreaking: null,
    commitSha: null,
    provenance: null,
    deprecation: null,
    endOfLife: null,
    archive: isOk ? archive : null,
    createdAt: at,
    publishedAt,
    putAwayAt: null,
  }
}

test('the newest version is a release, however new the pre-releases are', () => {
  const versions = [version('2.0.0-rc.1'), version('1.1.0'), version('1.0.0')]
  expect(newestOf(versions)?.version).toBe('1.1.0')
})

test('without a release the newest pre-release is the newest version', () => {
  expect(newestOf([version('2.0.0-rc.2'), version('2.0.0-rc.1')])?.version).toBe('2.0.0-rc.2')
})

test('what is not published is never the newest', () => {
  const versions = [version('3.0.0', 'failed'), version('2.0.0', 'pending'), version('1.0.0')]
  expect(newestOf(versions)?.version).toBe('1.0.0')
  expect(newestOf(versions.slice(0, 2))).toBeUndefined()
  expect(versions.map(isPublished)).toEqual([false, false, true])
})

test('build metadata names no other version, and what is no version names none', () => {
  expect(versionKeyOf('1.0.0+a')).toBe(versionKeyOf('1.0.0'))
  expect(versionKeyOf('1.0.0-a')).not.toBe(versionKeyOf('1.0.0'))
  for (const text of ['', 'v1.0.0', 'latest', '1.0', '1.0.0\u0000'])
    expect(versionKeyOf(text)).toBeUndefined()
})
