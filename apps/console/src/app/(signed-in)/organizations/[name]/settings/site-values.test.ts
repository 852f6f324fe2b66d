import { expect, test } from 'vitest'
import { updateInputOf } from '~/data/update-input'
import { cooldownMeans, limitMeans, ruleMeans, tidied, validation, type FormValues } from './site-values'

const base: FormValues = {
  accessBetaTools: false,
  workspaceLimit: 10,
  applyTimeout: '12h',
  planTimeout: '',
  workerSudoEnabled: false,
  enginePolicy: '',
  publicProviders: '',
  providerCooldown: '',
  ssoGroups: ['crew'],
}
const read = { id: 'org-1', updatedAt: '2026-11-01T00:00:00.000Z' }
const sent = (change: Partial<FormValues>) => updateInputOf(read, tidied({ ...base, ...change }), base)

test('an update carries only what was changed, and what was read', () => {
  expect(sent({ accessBetaTools: true })).toEqual({
    id: read.id,
    expectedUpdatedAt: read.updatedAt,
    accessBetaTools: true,
  })
})

test('groups of single sign-on go as a whole, and only when one came or went', () => {
  expect(sent({ ssoGroups: ['crew', 'other'] })).toMatchObject({ ssoGroups: ['crew', 'other'] })
  expect(sent({ ssoGroups: [] })).toMatchObject({ ssoGroups: [] })
  expect(sent({ ssoGroups: ['', ' other ', ''] })).toMatchObject({ ssoGroups: ['other'] })
  expect(sent({ ssoGroups: ['crew'] })).not.toHaveProperty('ssoGroups')
})

test('a policy is sent, and none means that of the site', () => {
  expect(sent({ enginePolicy: 'REFUSE' })).toMatchObject({ enginePolicy: 'REFUSE' })
  expect(updateInputOf(read, base, { ...base, enginePolicy: 'WARN' })).toMatchObject({ enginePolicy: null })
})

test('a rule and a cooldown are sent, and none means those of the site', () => {
  const own = { publicProviders: 'LISTED', providerCooldown: '0s' } as const
  expect(sent(own)).toMatchObject(own)
  expect(updateInputOf(read, base, { ...base, ...own })).toMatchObject({
    publicProviders: null,
    providerCooldown: null,
  })
})

test('what a rule and a cooldown do is said, also of those of the site', () => {
  const site = { rule: 'LISTED', cooldown: '72h' } as const
  expect(ruleMeans('OPEN', site)).toContain('every public provider')
  expect(ruleMeans('', site)).toMatch(/^The site: listed\. Members install no other/)
  expect(cooldownMeans('0s', site)).toContain('as soon as they are out')
  expect(cooldownMeans(' ', site)).toMatch(/^Empty: 72h, the default of the site\. .* install 72h after/)
})

test('an emptied limit or time is unset, and 0 stays 0', () => {
  expect(sent({ workspaceLimit: '', applyTimeout: ' ' })).toMatchObject({
    workspaceLimit: null,
    applyTimeout: null,
  })
  expect(sent({ workspaceLimit: 0 })).toMatchObject({ workspaceLimit: 0 })
})

test('the form knows what the API takes', () => {
  expect(validation.applyTimeout(' 1h30m ')).toBeNull()
  expect(validation.planTimeout('')).toBeNull()
  expect(validation.planTimeout('2 hours')).toContain('unit')
  expect(validation.planTimeout('0s')).toContain('unit')
  expect(validation.providerCooldown('0s')).toBeNull()
  expect(validation.providerCooldown('36500d')).toBeNull()
  for (const field of ['applyTimeout', 'planTimeout', 'providerCooldown'] as const)
    expect(validation[field]('100000000d')).toBe('The longest time is 100 years (36500d).')
  expect(validation.workspaceLimit(-1)).toContain('whole number')
  expect(validation.workspaceLimit(0)).toBeNull()
})

test('what no limit, 0 and a number mean is said', () => {
  expect(limitMeans('')).toContain('no limit')
  expect(limitMeans(0)).toContain('no limit')
  expect(limitMeans(3)).toContain('no workspace can be added')
})
