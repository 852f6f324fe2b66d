import { expect, test } from 'vitest'
import type { PublicProviderVersionStatus } from '~/data/generated/graphql'
import {
  isControlled,
  newestAvailable,
  newestHeld,
  platformsText,
  stateWord,
  whomToAsk,
  withheldText,
} from './words'

const of = (...versions: readonly (readonly [string, PublicProviderVersionStatus, 'gone'?])[]) => ({
  nodes: versions.map(([version, status, gone]) => ({
    ...{ version, status, heldUntil: null, reason: null, goneFromOrigin: gone !== undefined },
  })),
})

test('the newest that installs is a release, or a pre-release where there is no other', () => {
  const all = of(
    ['2.0.0', 'HELD'],
    ['1.2.0-beta1', 'AVAILABLE'],
    ['1.1.0', 'BLOCKED'],
    ['1.0.0', 'AVAILABLE'],
  )
  expect(newestAvailable(all)).toBe('1.0.0')
  expect(newestAvailable(of(['1.2.0-beta1', 'AVAILABLE']))).toBe('1.2.0-beta1')
  expect(newestAvailable(of(['1.0.0', 'HELD']))).toBeUndefined()
})

test('what is held is told of the newest version alone', () => {
  expect(newestHeld(of(['2.0.0', 'HELD'], ['1.0.0', 'AVAILABLE']))?.version).toBe('2.0.0')
  expect(newestHeld(of(['2.0.0', 'AVAILABLE'], ['1.0.0', 'HELD']))).toBeUndefined()
})

test('why nothing installs is counted by status', () => {
  const all = of(['3.0.0', 'UNVERIFIED'], ['2.0.0', 'HELD'], ['1.0.0', 'HELD'])
  expect(withheldText(all)).toBe('2 versions are held, 1 is unverified.')
})

test('what its origin has no more does not install, however it stands', () => {
  const all = of(['3.0.0', 'HELD', 'gone'], ['2.0.0', 'AVAILABLE', 'gone'], ['1.0.0', 'AVAILABLE'])
  expect(all.nodes.map(stateWord)).toEqual([
    'Removed from its origin',
    'Removed from its origin',
    'Available',
  ])
  expect(newestAvailable(all)).toBe('1.0.0')
  expect(newestHeld(all)).toBeUndefined()
  expect(withheldText(all)).toBe('')
})

test('platforms are told by system', () => {
  expect(platformsText(['darwin/arm64', 'linux/amd64', 'linux/arm64'])).toBe(
    'darwin (arm64), linux (amd64, arm64)',
  )
  expect(platformsText([])).toBe('')
})

const team = (name: string, ...usernames: string[]) => ({
  name,
  members: { nodes: usernames.map((username) => ({ username })), totalCount: usernames.length },
})

test('owners are asked by name, and administrators for what owners cannot list', () => {
  const teams = [team('co-owners', 'eve'), team('owners', 'ada', 'grace')]
  expect(whomToAsk('acme', teams, true)).toBe('Ask an owner of acme to list it: ada and grace.')
  expect(whomToAsk('acme', [team('owners')], true)).toBe('Ask an owner of acme to list it.')
  expect(whomToAsk('acme', teams, false)).toBe('Ask a site administrator to approve it for acme.')
})

test('a provider is under control by a setting of the site or of the organization, or once it is known', () => {
  const organization = { publicProviders: null, providerCooldown: null, publicProvider: { isKnown: false } }
  const nothing = { organization, publicProviderSettings: { isSet: false } }
  expect(isControlled(nothing)).toBe(false)
  expect(isControlled({ ...nothing, publicProviderSettings: { isSet: true } })).toBe(true)
  expect(isControlled({ ...nothing, organization: { ...organization, providerCooldown: '0s' } })).toBe(true)
  expect(
    isControlled({ ...nothing, organization: { ...organization, publicProvider: { isKnown: true } } }),
  ).toBe(true)
})
