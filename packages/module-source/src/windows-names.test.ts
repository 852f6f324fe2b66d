import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import { SourceReader } from './hcl/module-source.testing.js'
import { unfitForWindows } from './windows-names.js'

const reader = new SourceReader()
afterAll(() => reader.close())

const warningsOf = (...paths: string[]) => unfitForWindows(paths, 10)

rule('§19 modules', 'A name in an archive that Windows cannot have is a warning')
test.each([
  ['aux.tf', 'Windows cannot have "aux.tf": there aux is the name of a device; rename it'],
  ['files/con', 'Windows cannot have "files/con": there con is the name of a device; rename it'],
  ['NUL', 'there NUL is the name of a device'],
  ['lpt1 .txt', 'there lpt1 is the name of a device'],
  ['COM\u00b9.log', 'there COM\u00b9 is the name of a device'],
  ['conin$', 'there conin$ is the name of a device'],
  ['a:b.txt', 'Windows cannot have "a:b.txt": no name there has a :; rename it'],
  ['what?/x.tf', 'Windows cannot have "what?": no name there has a ?; rename it'],
  ['end. ', 'Windows cannot have "end. ": no name there ends in a dot or a blank; rename it'],
  ['v1./main.tf', 'Windows cannot have "v1.": no name there ends in a dot or a blank; rename it'],
])('%s', async (path, warning) => {
  expect(await warningsOf('main.tf', path)).toEqual([expect.stringContaining(warning)])
})

test('is said once of a folder, and ten times in all', async () => {
  expect(await warningsOf('aux/a', 'aux/b/c', 'aux/con')).toEqual([expect.stringContaining('"aux"')])
  expect(await warningsOf(...Array.from({ length: 20 }, (_, n) => `a${n}:`))).toHaveLength(10)
})

test('of other names nothing is said', async () => {
  const names = ['auxiliary.tf', 'console', 'com10', 'com', '.gitignore', 'a b', 'lpt.tf', 'x.aux', 'nul-1']
  expect(await warningsOf(...names, 'modules/a.b/c d/e')).toEqual([])
})

test('is a warning of a module, where the paths of its archive are known', async () => {
  const files = { 'main.tf': '' }
  expect((await reader.read(files, ['main.tf', 'files/con'])).warnings).toEqual([
    expect.stringContaining('"files/con"'),
  ])
  expect((await reader.read(files)).warnings).toEqual([])
})
