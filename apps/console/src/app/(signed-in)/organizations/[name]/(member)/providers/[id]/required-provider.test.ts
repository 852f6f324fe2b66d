import { expect, test } from 'vitest'
import { requiredProvider } from './required-provider'

const cli = { publicUrl: 'https://registry.example', words: ['tool'] }
const provider = { namespace: 'acme', name: 'cloud' }

test('a private provider is required of this registry in a version', () => {
  expect(requiredProvider(cli, { ...provider, registryName: 'PRIVATE' }, '1.2.0')).toBe(`tool {
  required_providers {
    cloud = {
      source  = "registry.example/acme/cloud"
      version = "1.2.0"
    }
  }
}`)
})

test('a public one is required without a host', () => {
  expect(requiredProvider(cli, { ...provider, registryName: 'PUBLIC' })).toContain('source = "acme/cloud"')
})
