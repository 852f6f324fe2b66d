import { expect, test } from 'vitest'
import { registryHost } from '@engine/shared'
import {
  cliConfiguration,
  configurationFile,
  installedText,
  moduleCall,
  olderUses,
  sourceOf,
  valueOf,
  versionInstead,
} from './words'

const address = { namespace: 'acme', name: 'network', provider: 'aws' }
const local = { publicUrl: 'http://localhost:4000', words: ['tool', 'other'] }
const secure = { publicUrl: 'https://engine.acme.example', words: [] }

test('a call names source and version, and the inputs in columns', () => {
  const inputs = [
    { name: 'cidr', type: 'string', typed: '10.0.0.0/16' },
    { name: 'zones', type: 'list(string)', typed: '["a", "b"]' },
    { name: 'tags', type: 'map(string)', typed: '' },
  ]
  expect(moduleCall('r.test/acme/network/aws', '1.2.0', 'network', inputs)).toBe(`module "network" {
  source  = "r.test/acme/network/aws"
  version = "1.2.0"

  cidr  = "10.0.0.0/16"
  zones = ["a", "b"]
  tags  = null # map(string)
}`)
})

test('a module without inputs needs no more than source and version', () => {
  expect(moduleCall('r.test/a/b/c', '1.0.0', 'b', []).split('\n')).toHaveLength(4)
})

test('a call passes the configurations of providers that the module wants', () => {
  const inputs = [{ name: 'cidr', type: 'string', typed: 'x' }]
  expect(moduleCall('r.test/a/b/c', '1.0.0', 'b', inputs, ['aws.east', 'aws.west'])).toBe(`module "b" {
  source  = "r.test/a/b/c"
  version = "1.0.0"

  providers = {
    aws.east = aws.east
    aws.west = aws.west
  }

  cidr = "x"
}`)
})

test('values are written as their type wants, and what refers to something else stays as it is', () => {
  expect(valueOf('string', 'say "hi" to ${you}\\')).toBe('"say \\"hi\\" to $${you}\\\\"')
  expect(valueOf('string', 'var.name')).toBe('var.name')
  expect(valueOf('string', '%{ if x }')).toBe('"%%{ if x }"')
  expect(valueOf('number', '12.5')).toBe('12.5')
  expect(valueOf('number', 'many')).toBe('"many"')
  expect(valueOf('bool', 'true')).toBe('true')
  expect(valueOf('any', 'text')).toBe('"text"')
  expect(valueOf('any', '{ a = 1 }')).toBe('{ a = 1 }')
})

test('a platform behind TLS with a name needs credentials only', () => {
  expect(registryHost(secure.publicUrl)).toBe('engine.acme.example')
  expect(cliConfiguration(secure)).toBe('credentials "engine.acme.example" {\n  token = "…"\n}')
  expect(sourceOf(secure, address)).toBe('engine.acme.example/acme/network/aws')
  expect(sourceOf(secure, address, 'modules/net')).toBe('engine.acme.example/acme/network/aws//modules/net')
  expect(configurationFile(secure)).toBe('~/.enginerc')
})

test('one without TLS or without a dot in its name is named in a host block', () => {
  expect(sourceOf(local, address)).toBe('registry.local.test/acme/network/aws')
  expect(cliConfiguration(local)).toBe(`host "registry.local.test" {
  services = {
    "modules.v1"   = "http://localhost:4000/v1/modules/"
    "providers.v1" = "http://localhost:4000/v1/providers/"
  }
}

credentials "registry.local.test" {
  token = "…"
}`)
  expect(configurationFile(local)).toBe('~/.toolrc')
  expect(registryHost('http://10.0.0.1:4000')).toBe('10.0.0.1:4000')
})

test('older are the versions that come before, not those that are spelled before', () => {
  const uses = ['1.10.0', '1.9.0', '1.2.0'].map((version) => ({ version }))
  expect(olderUses(uses, '1.10.0')).toEqual([{ version: '1.9.0' }, { version: '1.2.0' }])
  expect(olderUses(uses, '1.2.0')).toEqual([])
})

test('in place of a version that should not be used stands the newest that can be', () => {
  const of = (version: string, status?: 'DEPRECATED' | 'REVOKED') => ({
    ...{ version, status: 'OK' },
    deprecation: status ? { status } : null,
  })
  const nodes = [of('2.0.0-rc.1'), of('1.2.0', 'DEPRECATED'), of('1.1.0'), of('1.0.0', 'REVOKED')]
  const module = { newestVersion: of('1.2.0', 'DEPRECATED'), versions: { nodes } }
  expect(versionInstead(module, of('1.0.0', 'REVOKED'))).toBe('1.1.0')
  expect(versionInstead(module, of('1.2.0', 'DEPRECATED'))).toBe('1.1.0')
  const warned = { ...module, versions: { nodes: nodes.filter(({ version }) => version !== '1.1.0') } }
  expect(versionInstead(warned, of('1.0.0', 'REVOKED'))).toBe('1.2.0')
  expect(versionInstead(warned, of('1.2.0', 'DEPRECATED'))).toBeUndefined()
  expect(
    versionInstead({ newestVersion: null, versions: { nodes: [] } }, of('1.0.0', 'REVOKED')),
  ).toBeUndefined()
})

test('the use of all versions is told in one sentence', () => {
  expect(
    installedText([
      { workspaces: 1, behind: 0 },
      { workspaces: 2, behind: 2 },
    ]),
  ).toBe('Used by 3 workspaces, 2 of them behind the newest version.')
  expect(installedText([{ workspaces: 1, behind: 0 }])).toBe('Used by 1 workspace.')
  expect(installedText([])).toMatch(/^No workspace is known to use it\./)
})
