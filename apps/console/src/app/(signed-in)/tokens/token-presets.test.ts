import { expect, test } from 'vitest'
import {
  expiryOf,
  lifetimeInWords,
  lastWholeDay,
  lifetimesWithin,
  presetsIn,
  purposeOf,
  scopeFault,
  scopesInWords,
  scopesOf,
  usualLifetime,
} from './token-presets'

test('a token that may do everything has no scopes', () => {
  expect(scopesOf('other', 'all', 'x')).toBeUndefined()
  expect(scopesOf('other', 'read', 'x')).toEqual(['read'])
})

test('publishing is said of one module, and told back in words', () => {
  expect(scopesOf('other', 'publish', ' acme/network/aws ')).toEqual(['publish:acme/network/aws'])
  expect(scopesInWords(['read', 'publish:acme/network/aws'])).toBe('Read-only, publishes acme/network/aws')
  expect(scopesInWords(['publish:acme/cloud', 'registry'])).toBe(
    'Publishes acme/cloud, installs modules and providers',
  )
})

test('publishing a provider takes an address of two words, publishing a module one of three', () => {
  expect(scopesOf('other', 'publish-provider', ' acme/cloud ')).toEqual(['publish:acme/cloud'])
  expect(scopesInWords(['publish:acme/cloud'])).toBe('Publishes acme/cloud')
  expect(scopeFault('publish-provider', 'acme/cloud')).toBeUndefined()
  expect(scopeFault('publish-provider', 'acme/cloud/aws')).toContain('such as acme/cloud')
  expect(scopeFault('publish', 'acme/cloud')).toContain('such as acme/network/aws')
  expect(scopeFault('read', 'anything')).toBeUndefined()
})

test('a token for one workspace writes its state, or only reads it', () => {
  expect(scopesOf('other', 'workspace', ' acme/network ')).toEqual(['workspace:acme/network'])
  expect(scopesOf('other', 'workspace-read', 'acme/network')).toEqual(['workspace:acme/network:read'])
  expect(scopesInWords(['workspace:acme/network'])).toBe('Writes the state of acme/network')
  expect(scopesInWords(['workspace:acme/network:read'])).toBe('Reads the state of acme/network')
})

test('a token for all workspaces asks for no address', () => {
  expect(scopeFault('workspaces', '')).toBeUndefined()
  expect(scopesOf('other', 'workspaces', '')).toEqual(['workspaces'])
  expect(scopesInWords(['registry', 'workspaces'])).toBe(
    'Installs modules and providers, manages workspaces and their states',
  )
  expect(scopeFault('workspace', 'network')).toContain('such as acme/network-production')
})

test('what CI does with a token needs the registry too', () => {
  expect(scopesOf('publish', 'publish', 'acme/network/aws')).toEqual(['publish:acme/network/aws', 'registry'])
  expect(scopesOf('publish', 'publish-provider', 'acme/cloud')).toEqual(['publish:acme/cloud', 'registry'])
  expect(scopesOf('state', 'workspace', 'acme/network')).toEqual(['workspace:acme/network', 'registry'])
  expect(scopesOf('cli', 'all', '')).toBeUndefined()
})

test('nothing is chosen for a token that is made for something else', () => {
  expect(scopeFault(null, '')).toBe('Choose a scope.')
  expect(scopeFault('all', '')).toBeUndefined()
})

test('a link says what the token is for, and of which module', () => {
  const asked = (query: string) => presetsIn(new URLSearchParams(query))
  const presets = asked('dialog=create&scope=publish&target=acme/network/aws')
  expect(presets).toEqual({ scope: 'publish', target: 'acme/network/aws' })
  expect(purposeOf(presets)).toBe('publish')
  const purposesOf = (queries: string[]) => queries.map((query) => purposeOf(asked(query)))
  expect(
    purposesOf(['scope=all', 'scope=workspace', 'scope=read', 'scope=nonsense', 'dialog=create']),
  ).toEqual(['cli', 'state', 'other', undefined, undefined])
})

test('a token works for 90 days unless another choice is made, or as long as the platform allows', () => {
  const day = 24 * 60 * 60
  expect([null, 365 * day, 90 * day, day].map(usualLifetime)).toEqual(['90', '90', 'longest', 'longest'])
})

const now = new Date('2026-11-01T12:00:00.000Z')

test('a number of days counts from now', () => {
  expect(expiryOf('30', null, now)?.toISOString()).toBe('2026-12-01T12:00:00.000Z')
})

test('a chosen day is good to its end in the zone of the reader', () => {
  const expiry = expiryOf('day', '2026-11-20', now)
  expect([expiry?.getDate(), expiry?.getHours(), expiry?.getMinutes()]).toEqual([20, 23, 59])
})

test('without a day there is no expiry yet', () => {
  expect(expiryOf('day', null, now)).toBeUndefined()
})

test('a bound leaves the shorter choices, and offers the longest allowed, whose end the platform knows', () => {
  const day = 24 * 60 * 60
  expect(lifetimesWithin(null).map(({ value }) => value)).toEqual(['30', '90', '365', '730', 'day'])
  expect(lifetimesWithin(90 * day)).toEqual([
    { value: '30', label: '30 days' },
    { value: 'longest', label: '90 days, the longest allowed' },
    { value: 'day', label: 'Until a day of your choice' },
  ])
  expect(expiryOf('longest', null, now)).toBeUndefined()
  expect(lifetimesWithin(day / 2).map(({ value }) => value)).toEqual(['longest'])
})

test('the last day that can be chosen ends within the bound', () => {
  const [year, month, date] = [
    now.getFullYear(),
    now.getMonth() + 1,
    lastWholeDay(30 * 24 * 60 * 60, now).getDate(),
  ]
  const expiry = expiryOf('day', `${year}-${month}-${date}`, now)
  expect(expiry?.getTime()).toBeLessThanOrEqual(now.getTime() + 30 * 24 * 60 * 60 * 1000)
})

test('a lifetime is told in its largest unit', () => {
  expect([30 * 86_400, 43_200, 3600, 90, 1].map(lifetimeInWords)).toEqual([
    '30 days',
    '12 hours',
    '1 hour',
    '1 minute',
    '1 minute',
  ])
})
