import { expect, test } from 'vitest'
import type { FirstStepsQuery } from '~/data/generated/graphql'
import { nextOf, stepsOf } from './steps'

const nothing: FirstStepsQuery = {
  cli: { publicUrl: 'https://registry.acme.example', words: ['tool'] },
  published: { nodes: [] },
  modules: { nodes: [] },
  viewer: { organizations: { nodes: [] }, tokens: { nodes: [], totalCount: 0 } },
  siteOrganizations: { nodes: [] },
  users: { totalCount: 1 },
  engineVersions: { totalCount: 0 },
  siteWorkspaces: { totalCount: 0 },
}

const acme = { id: 'org-1', name: 'acme', memberships: { totalCount: 1 } }
const made = { id: 'mod-1', namespace: 'acme', name: 'network', provider: 'aws' }
const published = { ...made, downloads: 0, newestVersion: { version: '1.2.0' } }

const withOrganization: FirstStepsQuery = {
  ...nothing,
  viewer: { organizations: { nodes: [acme] }, tokens: { nodes: [], totalCount: 0 } },
}

const withModule: FirstStepsQuery = {
  ...withOrganization,
  published: { nodes: [published] },
  modules: { nodes: [made] },
}

const done = (found: FirstStepsQuery, forSite = true) =>
  stepsOf(found, forSite).flatMap(({ key, isDone }) => (isDone ? [key] : []))
const step = (found: FirstStepsQuery, key: string, forSite = true) =>
  stepsOf(found, forSite).find((each) => each.key === key)
const textsOf = (found: FirstStepsQuery, key: string, forSite = true) =>
  step(found, key, forSite)?.codes?.map(({ text }) => text)

test('on a new platform nothing is done, and an organization is the first to make', () => {
  expect(done(nothing)).toEqual([])
  const next = nextOf(stepsOf(nothing, true))
  expect(next).toMatchObject({ key: 'organization', action: { path: '/organizations/new' } })
})

test('each step leads to where it is done, in the organization that there is', () => {
  expect(done(withOrganization)).toEqual(['organization'])
  expect(step(withOrganization, 'publish')?.action?.path).toBe('/modules/new?organization=acme')
  expect(step(withOrganization, 'invite')?.action?.path).toBe('/organizations/acme/members?dialog=invite')
  const unpublished = { ...withOrganization, modules: { nodes: [made] } }
  expect(done(unpublished)).toEqual(['organization'])
  expect(step(unpublished, 'publish')?.action?.path).toBe('/modules/acme/network/aws/publish')
})

test('a published module is installed by a login and its call, in the words of the CLI', () => {
  expect(done(withModule)).toEqual(['organization', 'publish'])
  expect(textsOf(nothing, 'install')).toBeUndefined()
  expect(textsOf(withModule, 'install')).toEqual([
    'tool login registry.acme.example',
    expect.stringContaining('source  = "registry.acme.example/acme/network/aws"'),
  ])
})

test('where the CLI does not find the platform by itself, it is configured', () => {
  const local = { ...withModule, cli: { publicUrl: 'http://localhost:4000', words: [] } }
  expect(textsOf(local, 'install')?.[0]).toContain('credentials "registry.local.test"')
})

test('whatever the CLI has to know, the step leads to where all of it is said', () => {
  const local = { ...withModule, cli: { publicUrl: 'http://localhost:4000', words: [] } }
  for (const found of [nothing, withModule, local])
    expect(step(found, 'install')?.action?.path).toBe('/connect')
})

test('a workspace comes after the engine version that it needs', () => {
  const keys = stepsOf(withOrganization, true).map(({ key }) => key)
  expect(keys.indexOf('version')).toBeLessThan(keys.indexOf('workspace'))
  expect(step(withOrganization, 'workspace')?.action).toBeUndefined()
  expect(step(withOrganization, 'workspace')?.about).toContain('add an engine version first')
  const withVersion = { ...withOrganization, engineVersions: { totalCount: 1 } }
  expect(step(withVersion, 'workspace')?.action?.path).toBe('/organizations/acme/workspaces/new')
})

test('the steps of an administrator end with a colleague, downloads, a version and a workspace', () => {
  const all: FirstStepsQuery = {
    ...withModule,
    published: { nodes: [{ ...published, downloads: 3 }] },
    users: { totalCount: 2 },
    engineVersions: { totalCount: 1 },
    siteWorkspaces: { totalCount: 1 },
  }
  expect(nextOf(stepsOf(all, true))).toBeUndefined()
  const invited = { ...acme, memberships: { totalCount: 2 } }
  const tokens = { nodes: [], totalCount: 0 }
  const waiting = { ...nothing, viewer: { organizations: { nodes: [invited] }, tokens } }
  expect(done(waiting)).toContain('invite')
})

test('a member makes a token, uses it, and uses a module', () => {
  const member = (tokens: { id: string; lastUsedAt: string | null }[], downloads = 0): FirstStepsQuery => ({
    cli: nothing.cli,
    published: { nodes: [{ ...published, downloads }] },
    modules: { nodes: [made] },
    viewer: { organizations: { nodes: [acme] }, tokens: { nodes: tokens, totalCount: tokens.length } },
  })
  const used = { id: 'at-1', lastUsedAt: '2026-11-27T00:00:00.000Z' }
  expect(done(member([], 9), false)).toEqual([])
  expect(done(member([{ id: 'at-1', lastUsedAt: null }], 9), false)).toEqual(['token'])
  expect(done(member([used]), false)).toEqual(['token', 'cli'])
  expect(done(member([used], 9), false)).toEqual(['token', 'cli', 'use'])
})
