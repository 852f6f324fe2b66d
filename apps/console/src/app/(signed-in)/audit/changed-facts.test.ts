import { expect, test } from 'vitest'
import { changedFacts, inWords } from './changed-facts'

test('of a change only what differs is shown, both sides of it', () => {
  const before = {
    version: '1.0.0',
    enabled: true,
    deprecatedReason: null,
    archs: [{ os: 'linux' }],
    updatedAt: 'a',
  }
  const after = {
    ...before,
    enabled: false,
    deprecatedReason: 'old',
    archs: [{ os: 'darwin' }],
    updatedAt: 'b',
  }
  expect(changedFacts(before, after)).toEqual([
    { name: 'Enabled', before: 'yes', after: 'no' },
    { name: 'Deprecated reason', before: 'none', after: 'old' },
    { name: 'Files', before: 'Os: linux', after: 'Os: darwin' },
  ])
})

test('of a thing that was made or taken away everything is shown', () => {
  expect(changedFacts(null, { name: 'crew', limit: 0 })).toEqual([
    { name: 'Name', before: undefined, after: 'crew' },
    { name: 'Limit', before: undefined, after: '0' },
  ])
  expect(changedFacts({ name: 'crew', updatedAt: 'a' }, null)).toEqual([
    { name: 'Name', before: 'crew', after: undefined },
    { name: 'Updated at', before: 'a', after: undefined },
  ])
})

test('a fact that came or went within a change has one side', () => {
  expect(changedFacts({ a: 1 }, { b: 2 })).toEqual([
    { name: 'A', before: '1', after: undefined },
    { name: 'B', before: undefined, after: '2' },
  ])
})

test('where nothing was recorded nothing is shown', () => {
  expect(changedFacts(null, null)).toEqual([])
  expect(changedFacts('text', ['list'])).toEqual([])
})

test.each([
  ['deprecatedReason', 'Deprecated reason'],
  ['engine-version', 'Engine version'],
  ['url', 'URL'],
  ['archive sha256', 'Checksum of the archive (SHA-256)'],
])('%s reads %s', (name, words) => {
  expect(inWords(name)).toBe(words)
})

test('a version that was published says what it is in words, and never where its file lies', () => {
  const before = { version: '1.0.0', status: 'pending', archive: null, publishedAt: null }
  const archive = { storageKey: 'modules/a/b.tar.gz', sha256: 'ab12', size: 12_300 }
  const publishedAt = '2026-11-24T12:00:00.000Z'
  expect(changedFacts(before, { ...before, status: 'ok', archive, publishedAt })).toEqual([
    { name: 'Status', before: 'waiting for its upload', after: 'published' },
    { name: 'Published at', before: 'none', after: publishedAt },
    { name: 'Checksum of the archive (SHA-256)', before: undefined, after: 'ab12' },
    { name: 'Size of the archive', before: undefined, after: '12 kB' },
  ])
})

test('lists read as lists', () => {
  expect(changedFacts(null, { scopes: ['read', 'registry'], consumers: [] })).toEqual([
    { name: 'Scopes', before: undefined, after: 'read, registry' },
    { name: 'Consumers', before: undefined, after: 'none' },
  ])
})

test('files for platforms are a list: each begins with its platform, and has a line for each fact', () => {
  const file = (os: string) => ({ id: `id-${os}`, os, arch: 'amd64', sha: 'ab12', size: 12_300 })
  expect(changedFacts(null, { platforms: [file('linux'), file('darwin')] })).toEqual([
    {
      name: 'Platforms',
      before: undefined,
      after: [
        'linux/amd64\n  Checksum (SHA-256): ab12\n  Size: 12 kB',
        'darwin/amd64\n  Checksum (SHA-256): ab12\n  Size: 12 kB',
      ].join('\n'),
    },
  ])
})
