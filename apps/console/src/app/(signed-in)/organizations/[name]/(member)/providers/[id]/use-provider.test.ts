import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RequiredProvider, requiredProvider } from './use-provider'

const cli = { publicUrl: 'https://registry.test', words: ['engine'] }

const shown = (name: string, namespace = 'acme'): string => {
  const provider = { registryName: 'PRIVATE' as const, namespace, name }
  const element = createElement(RequiredProvider, { cli, provider, version: '1.0.0' })
  return renderToStaticMarkup(createElement(MantineProvider, null, element)).replace(
    /<style.*?<\/style>/gs,
    '',
  )
}

test('a provider that the CLI can ask for has a block to copy and no note', () => {
  expect(shown('cloud')).toContain('required_providers')
  expect(shown('cloud')).not.toContain('The CLI cannot install')
})

test.each([
  ['my_cloud', 'acme', 'it has an underscore'],
  ['terraform-provider-cloud', 'acme', 'Name it cloud.'],
  ['cloud', 'my--org', 'The CLI cannot install providers of the namespace my--org'],
  ['my_cloud', 'my_org', 'named my_cloud: it has an underscore'],
])('in place of a block for %s of %s there is why none can work', (name, namespace, sentence) => {
  expect(shown(name, namespace)).toContain(sentence)
  expect(shown(name, namespace)).not.toContain('required_providers')
})

test('a namespace that only newer ones take has its block, and says which do not', () => {
  const page = shown('cloud', 'my_org')
  expect(page).toContain('Some CLIs cannot install this provider')
  expect(page).toContain(
    'Terraform before 1.16 and OpenTofu cannot install providers of the namespace my_org',
  )
  expect(page).toContain('required_providers')
})

const tool = { publicUrl: 'https://registry.example', words: ['tool'] }
const provider = { namespace: 'acme', name: 'cloud' }

test('a private provider is required of this registry in a version', () => {
  expect(requiredProvider(tool, { ...provider, registryName: 'PRIVATE' }, '1.2.0')).toBe(`tool {
  required_providers {
    cloud = {
      source  = "registry.example/acme/cloud"
      version = "1.2.0"
    }
  }
}`)
})

test('a public one is required without a host', () => {
  expect(requiredProvider(tool, { ...provider, registryName: 'PUBLIC' })).toContain('source = "acme/cloud"')
})
