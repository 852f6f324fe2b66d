import { expect, test } from 'vitest'
import { thingOf, type Hit } from './thing'

const hit = (facts: Partial<Hit>): Hit => ({
  kind: 'TEAM',
  id: 'team-1',
  name: 'pilots',
  organization: 'harbor',
  detail: null,
  deprecationStatus: null,
  isDisabled: false,
  matches: [],
  total: 1,
  permissions: [],
  ...facts,
})

test('a thing of an organization leads to its page there, and says where it is', () => {
  expect(thingOf(hit({}))).toEqual({
    kind: 'TEAM',
    label: 'pilots',
    hint: 'harbor',
    path: '/organizations/harbor/teams/team-1',
  })
})

test('a module is named by its address and says what matched inside', () => {
  const matches: Hit['matches'] = [
    { kind: 'INPUT', text: 'flow_logs_days', path: '' },
    { kind: 'OUTPUT', text: 'id', path: 'modules/net' },
    { kind: 'README', text: '', path: '' },
  ]
  expect(thingOf(hit({ kind: 'MODULE', name: 'network', detail: 'aws', matches }))).toMatchObject({
    label: 'harbor/network/aws',
    hint: 'input flow_logs_days, output id of modules/net, README',
    path: '/modules/harbor/network/aws',
  })
})

test('a user of the site is told by the address, a member by the organization', () => {
  expect(thingOf(hit({ kind: 'USER', id: 'u', organization: null, detail: 'a@b.c' })).hint).toBe('a@b.c')
  expect(thingOf(hit({ kind: 'MEMBER', id: 'ou', detail: 'a@b.c' })).hint).toBe('harbor')
})

test('a provider that is revoked says so', () => {
  const revoked = { kind: 'PROVIDER', id: 'prov-1', name: 'crane', deprecationStatus: 'REVOKED' } as const
  expect(thingOf(hit({ ...revoked, detail: 'harbor' }))).toEqual({
    kind: 'PROVIDER',
    label: 'harbor/crane',
    hint: 'harbor',
    path: '/organizations/harbor/providers/prov-1',
    deprecationStatus: 'REVOKED',
  })
})
