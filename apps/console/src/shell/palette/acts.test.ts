import { expect, test } from 'vitest'
import type { Hit } from '../thing'
import { askedOf, offersOf } from './acts'

const hit = (facts: Partial<Hit>): Hit => ({
  ...{ kind: 'ENGINE_VERSION', id: 'v-1', name: '1.9.8', organization: null, detail: null },
  ...{ deprecationStatus: null, isDisabled: false, matches: [], total: 1, permissions: [] },
  ...facts,
})

const network = hit({ kind: 'MODULE', id: 'm', name: 'network', organization: 'platform', detail: 'aws' })
const payments = hit({ kind: 'ORGANIZATION', id: 'o', name: 'payments' })

const offered = (text: string, hits: readonly Hit[], others: readonly Hit[] = [], isAdministrator = true) => {
  const asked = askedOf(text)
  const offers = asked ? offersOf(asked, hits, others, () => isAdministrator) : []
  return offers.map(({ label, path, action }) => [label, path, ...(action === undefined ? [] : [action])])
}

test('a text is read as a verb, a thing and another one', () => {
  expect(askedOf('deprecate 1.9')).toEqual({ verb: 'deprecate', thing: '1.9', other: '' })
  expect(askedOf('dep version 1.9')).toEqual({ verb: 'deprecate', thing: '1.9', other: '' })
  expect(askedOf('Share network with payments')).toEqual({
    ...{ verb: 'share', thing: 'network', other: 'payments' },
  })
  expect(askedOf('new workspace in acme')).toEqual({ verb: 'new', thing: 'acme', other: '' })
  for (const text of ['', 'network', 'deprecate', 'new workspace', 'de 1.9'])
    expect(askedOf(text), text).toBeUndefined()
})

test('a verb leads to the dialog or form of the thing, for those who may', () => {
  expect(offered('deprecate 1.9', [hit({})])).toEqual([
    ['Deprecate 1.9.8', '/engine-versions/v-1?dialog=deprecate'],
  ])
  expect(offered('deprecate 1.9', [hit({ deprecationStatus: 'DEPRECATED' })])).toEqual([])
  expect(offered('deprecate 1.9', [hit({})], [], false)).toEqual([])
  expect(offered('publish network', [network], [], false)).toEqual([])
  expect(offered('publish network', [{ ...network, permissions: ['MODULES_PUBLISH'] }], [], false)).toEqual([
    ['Publish a version of platform/network/aws', '/modules/platform/network/aws/publish'],
  ])
})

test('what the page of a thing does by its own action is done there', () => {
  expect(offered('disable 1.9', [hit({})])).toEqual([['Disable: 1.9.8', '/engine-versions/v-1', 'Disable']])
})

test('what is disabled already is enabled, and what is enabled disabled', () => {
  const off = hit({ isDisabled: true })
  expect(offered('disable 1.9', [off])).toEqual([])
  expect(offered('enable 1.9', [off, hit({})])).toEqual([['Enable: 1.9.8', '/engine-versions/v-1', 'Enable']])
  const ada = { kind: 'USER', id: 'user-1', name: 'ada' } as const
  expect(offered('suspend ada', [hit({ ...ada, isDisabled: true })])).toEqual([])
  expect(offered('unsuspend ada', [hit({ ...ada, isDisabled: true })])).toHaveLength(1)
})

test('sharing says what is shared, and with whom', () => {
  expect(offered('share network with payments', [network], [payments])).toEqual([
    ['Share the modules of platform with payments', '/organizations/platform/settings/sharing?with=payments'],
  ])
  expect(offered('share network', [network])).toEqual([
    ['Share the modules of platform', '/organizations/platform/settings/sharing'],
  ])
  expect(offered('share network with payments', [network], [payments], false)).toEqual([])
  expect(offered('share payments with payments', [payments], [payments])).toEqual([])
})
