import { expect, test } from 'vitest'
import {
  changeText,
  cloudBlock,
  firstCommands,
  byModule,
  dataSourcesText,
  nameWithin,
  tagProblem,
  tagsIn,
  tagText,
  typeText,
  valueText,
} from './texts'

test('resources stand below their module, in the order in which it comes first, by their name within it', () => {
  const rows = [
    { address: 'aws_vpc.main', module: 'root' },
    { address: 'module.net["eu"].aws_subnet.each["a"]', module: 'module.net["eu"]' },
    { address: 'aws_eip.out[0]', module: 'root' },
  ]
  expect(byModule(rows).map(([module, within]) => [module, within.map(nameWithin)])).toEqual([
    ['root', ['aws_vpc.main', 'aws_eip.out[0]']],
    ['module.net["eu"]', ['aws_subnet.each["a"]']],
  ])
})

test('data sources are counted by type, in all modules', () => {
  const row = (mode: 'DATA' | 'MANAGED', type: string, count: number) => ({
    ...{ mode, type, count, module: '', provider: '' },
  })
  const rows = [row('DATA', 'aws_ami', 1), row('MANAGED', 'aws_vpc', 9), row('DATA', 'aws_ami', 1200)]
  expect(dataSourcesText(rows)).toBe('1,201 × aws_ami')
  expect(dataSourcesText([])).toBe('')
})

test('what differs is told in words, and what does not is left out', () => {
  expect(changeText({ added: 2, changed: 1, removed: 0 })).toBe('2 added, 1 changed')
  expect(changeText({ added: 0, changed: 0, removed: 1200 })).toBe('1,200 removed')
  expect(changeText({ added: 0, changed: 0, removed: 0 })).toBe('No changes')
})

test('types are told in words', () => {
  expect(typeText('string')).toBe('string')
  expect(typeText(['list', ['map', 'number']])).toBe('list of map of number')
  expect(typeText(['object', { a: 'string' }])).toBe('object')
  expect(typeText(['tuple', ['string']])).toBe('tuple')
})

test('a text is shown as it is, anything else as JSON in one line', () => {
  expect(valueText('"10.0.0.0/8 \\u00fc"')).toBe('10.0.0.0/8 ü')
  expect(valueText('[\n  "a  b",\n  "c"\n]')).toBe('[ "a  b", "c" ]')
  expect(valueText('false')).toBe('false')
  expect(valueText('9007199254740993')).toBe('9007199254740993')
})

const cli = { publicUrl: 'https://registry.example.com', words: ['tool', 'other'] }

test('the block names the host, the organization and the workspace, in the first word of the CLI', () => {
  expect(cloudBlock(cli, 'acme', 'network')).toBe(`tool {
  cloud {
    hostname     = "registry.example.com"
    organization = "acme"

    workspaces {
      name = "network"
    }
  }
}`)
})

test('the commands sign in first', () => {
  expect(firstCommands(cli)).toBe('tool login registry.example.com\ntool init\ntool apply')
})

test('each line is a key, or a key with a value; blank lines count for nothing', () => {
  expect(tagsIn(' app \n\nenv = dev\nquery=a=b\nzone=', [])).toEqual([
    { key: 'app', value: null },
    { key: 'env', value: 'dev' },
    { key: 'query', value: 'a=b' },
    { key: 'zone', value: null },
  ])
})

test('of two lines with one key the last counts', () => {
  expect(tagsIn('env=dev\nenv=prod', [])).toEqual([{ key: 'env', value: 'prod' }])
})

test('what is shown is read back as it was', () => {
  const tags = [
    { key: 'app', value: null },
    { key: 'env', value: 'dev' },
    { key: 'a=b', value: null },
    { key: 'a=b=c', value: 'd' },
  ]
  expect(tagsIn(tags.map(tagText).join('\n'), tags)).toEqual(tags)
})

test.each(['-app', 'env=-', '=dev', 'a'.repeat(129)])('%s is no tag, and it is named', (line) => {
  expect(tagProblem(`ok\n${line}`, [])).toContain('is not a valid tag')
})

test('more than 100 are too many', () => {
  const lines = Array.from({ length: 101 }, (_, index) => `tag-${index}`)
  expect(tagProblem(lines.join('\n'), [])).toBe('A workspace has at most 100 tags; these are 101.')
  expect(tagProblem(lines.slice(1).join('\n'), [])).toBeNull()
})
