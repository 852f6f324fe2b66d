import { expect, test } from 'vitest'
import { choiceOf, previewInputOf, sharingInputOf, type KindChoice, withConsumer } from './choice'

const organization = {
  id: 'org-1',
  name: 'platform',
  updatedAt: '2026-11-01T00:00:00.000Z',
  isDisabled: false,
  globalModuleSharing: false,
  globalProviderSharing: false,
}

const none = { withAll: false, consumers: [] }
const a = { name: 'a', endsAt: '2026-12-15T08:00:00.000Z' }
const some: KindChoice = { mode: 'some', consumers: ['a'], ends: {} }

test('what is set is one of three ways, each kind by itself', () => {
  const { modules, providers } = choiceOf({
    organization,
    modules: { withAll: false, consumers: [a] },
    providers: { withAll: true, consumers: [] },
  })
  expect(modules).toEqual({ mode: 'some', consumers: ['a'], ends: { a: '2026-12-15' } })
  expect(providers.mode).toBe('all')
  expect(choiceOf({ organization, modules: none, providers: none }).modules.mode).toBe('none')
})

test('an organization is filled in beside those that are picked, unless it may use them already', () => {
  expect(withConsumer(some, 'b')).toEqual({ ...some, consumers: ['a', 'b'] })
  expect(withConsumer({ ...some, mode: 'none', consumers: [] }, 'b')).toEqual({ ...some, consumers: ['b'] })
  expect(withConsumer(some, 'a')).toBe(some)
  const all: KindChoice = { ...some, mode: 'all' }
  expect(withConsumer(all, 'b')).toBe(all)
})

test('a list that was picked counts only while the list is chosen', () => {
  expect(previewInputOf('MODULES', some)).toEqual({ of: 'MODULES', consumers: ['a'] })
  expect(previewInputOf('MODULES', { ...some, mode: 'none' })).toEqual({ of: 'MODULES', consumers: [] })
  expect(previewInputOf('PROVIDERS', { ...some, mode: 'all' })).toEqual({ of: 'PROVIDERS', withAll: true })
  expect(sharingInputOf({ ...some, mode: 'all' }, none)).toEqual({ withAll: true, consumers: [] })
})

test('a date that was changed is sent, one that was taken away ends nothing, and any other stays', () => {
  const before = { withAll: false, consumers: [a] }
  const sent = (ends: Record<string, string>) => sharingInputOf({ ...some, ends }, before).consumers
  expect(sent({ a: '2026-12-15' })).toEqual([{ name: 'a' }])
  expect(sent({ a: '2026-12-16' })).toEqual([{ name: 'a', endsAt: '2026-12-16T00:00:00.000Z' }])
  expect(sent({})).toEqual([{ name: 'a', endsAt: null }])
})
