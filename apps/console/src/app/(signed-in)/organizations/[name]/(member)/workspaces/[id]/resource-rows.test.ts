import { expect, test } from 'vitest'
import { matching, providerOf, sortedResources, type ResourceRow } from './resource-rows'

const row = (module: string, type: string, mode: ResourceRow['mode'] = 'MANAGED'): ResourceRow => ({
  ...{ module, type, mode, count: 1 },
  provider: 'provider["registry.example/acme/aws"]',
})

test('resources stand by module, the root first, and data sources after what is managed', () => {
  const rows = [row('module.net', 'aws_vpc'), row('', 'aws_ami', 'DATA'), row('', 'aws_instance')]
  expect(sortedResources(rows).map(({ module, type }) => [module, type])).toEqual([
    ['', 'aws_instance'],
    ['', 'aws_ami'],
    ['module.net', 'aws_vpc'],
  ])
})

test('a search looks at type, module and provider, in any case', () => {
  const rows = [row('module.net', 'aws_vpc'), row('', 'aws_instance')]
  expect(matching(rows, 'NET')).toEqual([rows[0]])
  expect(matching(rows, 'acme')).toEqual(rows)
  expect(matching(rows, 'azure')).toEqual([])
})

test('a provider is named by its address', () => {
  expect(providerOf('provider["registry.example/acme/aws"].east')).toBe('registry.example/acme/aws')
  expect(providerOf('provider.aws')).toBe('provider.aws')
})
