import { expect, test } from 'vitest'
import { syncOutcome } from './[id]/use-sync-outcome'
import {
  alteredText,
  deletionObstacle,
  heldText,
  reasonOf,
  touchedText,
  whoText,
  fullStoreText,
  storeText,
} from './words'

const counts = {
  newestAvailable: '1.0.0',
  newestHeld: null,
  newestHeldUntil: null,
  ...{ held: 0, blocked: 0, altered: 0, unverified: 0, decided: 0, listedBy: 0 },
}

test('what is held says until when, or that a person has to release it', () => {
  const held = { ...counts, held: 1, newestHeld: '1.4.0', newestHeldUntil: '2026-11-29T10:00:00.000Z' }
  expect(heldText(counts)).toBeUndefined()
  expect(heldText(held)).toBe('1.4.0 until 29 Nov 2026')
  expect(heldText({ ...held, held: 3, newestHeldUntil: null })).toBe('1.4.0 until released, 2 more')
})

test('a provider that cannot be deleted says all that stands against it', () => {
  expect(deletionObstacle({ approvedForAll: false, counts })).toBeUndefined()
  expect(deletionObstacle({ approvedForAll: true, counts: { ...counts, listedBy: 2, decided: 1 } })).toBe(
    'It is approved for all organizations. 2 organizations list it or were allowed it. Decisions exist for 1 version.',
  )
})

test('who may install a provider follows from the approval, the rule of the site and the lists', () => {
  const listed = { approvedForAll: false, counts: { ...counts, listedBy: 1 } }
  expect(whoText({ approvedForAll: true, counts }, 'LISTED')).toBe('It is approved for all organizations.')
  expect(whoText({ approvedForAll: false, counts }, 'LISTED')).toBe('No organization may install it.')
  expect(whoText(listed, 'LISTED')).toMatch(/^1 organization may install it/)
  expect(whoText(listed, 'OPEN')).toMatch(/^All organizations may install it, except/)
})

test('the banner names the newest version that changed at its origin, and counts the others', () => {
  expect(alteredText([{ version: '1.4.0' }], 1)).toBe('1.4.0 changed at its origin')
  expect(alteredText([{ version: '1.4.0' }], 3)).toBe('1.4.0 and 2 more versions changed at their origin')
  expect(alteredText([], 2)).toBe('2 versions changed at their origin')
})

test('a decision names whom it touches', () => {
  const touched = (usedBy: string[], usedByCount = usedBy.length) => touchedText({ usedBy, usedByCount })
  expect(touched([])).toBe('No organization downloaded it in the last 30 days.')
  expect(touched(['acme', 'globex'])).toBe('acme and globex downloaded it in the last 30 days.')
  expect(touched(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 130)).toBe(
    'a, b, c, d, e, and 125 more downloaded it in the last 30 days.',
  )
})

test('a version says why it stands as it does', () => {
  const version = {
    ...({ status: 'AVAILABLE', reason: null, alteration: null, unverified: null } as const),
    ...{ newKey: false, decision: null },
  }
  expect(reasonOf(version)).toBeNull()
  expect(reasonOf({ ...version, status: 'BLOCKED', decision: 'BLOCK', reason: 'It leaks' })).toBe('It leaks')
  expect(reasonOf({ ...version, status: 'ALTERED', alteration: 'Another file' })).toBe('Another file')
  expect(reasonOf({ ...version, status: 'UNVERIFIED', unverified: 'No signature' })).toBe('No signature')
  expect(reasonOf({ ...version, status: 'HELD', newKey: true })).toBe(
    'Its signing key was new when it was first seen',
  )
  expect(reasonOf({ ...version, status: 'HELD', newKey: true, decision: 'ACCEPT' })).toBeNull()
  expect(reasonOf({ ...version, decision: 'RELEASE', reason: 'Urgent' })).toBe('Urgent')
})

test('a look is over once its digests are compared, or once its origin cannot be asked', () => {
  const before = {
    ...{ namespace: 'someone', name: 'cloud', lookedAt: '2026-11-01T00:00:00.000Z' },
    ...{ comparedAt: null, lookError: null },
  }
  const name = 'someone/cloud'
  expect(syncOutcome(before, { ...before, lookedAt: '2026-11-02T00:00:00.000Z' })).toBeUndefined()
  expect(syncOutcome(before, { ...before, comparedAt: '2026-11-02T00:00:00.000Z' })).toEqual({
    ...{ name, failure: null },
  })
  expect(syncOutcome(before, { ...before, lookError: 'It is down' })).toEqual({ name, failure: 'It is down' })
  const failed = { ...before, lookError: 'It is down' }
  expect(syncOutcome(failed, failed)).toBeUndefined()
})

test('the store of files says how full it is, and what happens beyond its limit', () => {
  const store = {
    isOn: true,
    files: 124,
    bytes: 3 * 1024 ** 3,
    importedBytes: 1024 ** 3,
    lastingBytes: 1024 ** 3,
    limit: 20 * 1024 ** 3,
  }
  expect(storeText(store)).toBe(
    '3 GiB of 20 GiB in 124 files, 1 GiB of it imported. Beyond the limit the least recently used files are removed, and imported ones never.',
  )
  const off = storeText({ ...store, isOn: false, files: 1, importedBytes: 0 })
  expect(off).toContain('in 1 file. No further files are stored, since PROVIDER_FILES is origin.')
  expect(fullStoreText(store)).toBeUndefined()
  expect(fullStoreText({ ...store, lastingBytes: 19 * 1024 ** 3 })).toMatch(
    / leave 1 GiB of it\. Larger files/,
  )
  expect(fullStoreText({ ...store, lastingBytes: 21 * 1024 ** 3 })).toContain('take all of it')
  expect(fullStoreText({ ...store, isOn: false, lastingBytes: 20 * 1024 ** 3 })).toBeUndefined()
})
