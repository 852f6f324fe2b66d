import { expect, test } from 'vitest'
import { claimsFor, emptyValues, inputOf, placed, scopeIn, validation } from './values'

const values = {
  ...emptyValues,
  name: ' release ',
  trustedIssuerId: 'issuer-1',
  teamId: 'team-1',
  claims: [
    { claim: 'repository', pattern: ' acme/network ' },
    { claim: 'ref', pattern: '' },
    { claim: 'environment', pattern: 'live' },
  ],
  scopes: [scopeIn('publish:acme/network/aws'), scopeIn('registry')],
}

test('claims that nothing is said of are not sent', () => {
  expect(inputOf(values)).toMatchObject({
    name: 'release',
    claims: [
      { claim: 'repository', pattern: 'acme/network' },
      { claim: 'environment', pattern: 'live' },
    ],
    scopes: ['publish:acme/network/aws', 'registry'],
  })
})

test('a fault stands where its claim or its scope does', () => {
  const fault = { code: 'INVALID' as const, message: 'Pattern is invalid' }
  const errors = [
    { ...fault, field: ['claims', '1', 'pattern'] },
    { ...fault, field: ['scopes', '0'] },
    { ...fault, field: ['name'] },
  ]
  expect(placed(values, errors).map(({ field }) => field.join('.'))).toEqual([
    'claims.2.pattern',
    'scopes.0.address',
    'name',
  ])
})

test('every scope is edited as what it was made from', () => {
  const scopes = ['publish:a/b/c', 'publish:a/b', 'workspace:a/b', 'workspace:a/b:read', 'workspaces', 'read']
  expect(inputOf({ ...values, scopes: scopes.map(scopeIn) }).scopes).toEqual(scopes)
})

test('another issuer keeps what was said, and asks for what its tokens have', () => {
  const said = claimsFor('GITHUB', [
    { claim: 'repository', pattern: 'acme/network' },
    { claim: 'actor', pattern: 'ada' },
  ])
  expect(said.map(({ claim }) => claim)).toEqual([
    'repository',
    'ref',
    'environment',
    'workflow_ref',
    'actor',
  ])
  expect(claimsFor('GITLAB', said).filter(({ pattern }) => pattern !== '')).toEqual([
    { claim: 'repository', pattern: 'acme/network' },
    { claim: 'actor', pattern: 'ada' },
  ])
})

test('what is missing is said before anything is sent', () => {
  expect(validation(values)).toEqual({})
  expect(Object.keys(validation(emptyValues))).toEqual([
    'name',
    'trustedIssuerId',
    'teamId',
    'scopes.0.address',
  ])
})
