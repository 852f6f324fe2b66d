import type { IncomingMessage } from 'node:http'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { engineClientReader } from './engine-client.js'

const read = engineClientReader(['tool'])
const of = (headers: object) => read({ headers } as IncomingMessage)
const other = { engine: 'other', version: '' }

rule('§12 engines', 'The version header of each alias is read')
test('the version header of the engine and of each alias says the version', () => {
  for (const name of ['x-engine-version', 'x-tool-version'])
    expect(of({ [name]: '1.9.2', 'user-agent': 'anything' })).toEqual({ engine: 'engine', version: '1.9.2' })
  expect(of({ 'x-hammer-version': '1.9.2', 'user-agent': 'Hammer/1.9.2' })).toEqual(other)
})

test('without the header the user agent does, where it has the word of the engine', () => {
  expect(of({ 'user-agent': 'Tool/1.9.2' })).toEqual({ engine: 'engine', version: '1.9.2' })
  expect(of({ 'user-agent': 'Hammer/1.9.2' })).toEqual(other)
})

rule('§12 engines', 'A fork is told by a user agent of another word with the same version')
test('a fork is told by a user agent of another word with the same version', () => {
  const headers = { 'x-tool-version': '1.8.0-rc1', 'user-agent': 'Hammer/1.8.0-rc1 (+https://x)' }
  expect(of(headers)).toEqual({ engine: 'fork', version: '1.8.0-rc1' })
  const another = { 'x-tool-version': '1.8.0', 'user-agent': 'curl/8.5.0' }
  expect(of(another)).toEqual({ engine: 'engine', version: '1.8.0' })
})

rule('§19 states', 'A pre-release of a fork, whose user agent leaves the suffix out, is a fork too')
test('a pre-release of a fork: its user agent leaves the suffix out', () => {
  const dev = { 'x-tool-version': '1.13.0-dev', 'user-agent': 'Hammer/1.13.0 (+https://x)' }
  expect(of(dev)).toEqual({ engine: 'fork', version: '1.13.0-dev' })
  for (const version of ['1.13.01', '1.13.0+a', '1.13.1-dev'])
    expect(of({ ...dev, 'x-tool-version': version }).engine).not.toBe('fork')
})

test.each([
  {},
  { 'x-tool-version': '' },
  { 'x-tool-version': ['1.0.0', '2.0.0'] },
  { 'x-tool-version': '1' },
  { 'user-agent': 'Tool/' },
])('what cannot be read is another client: %j', (headers) => expect(of(headers)).toEqual(other))

test('many different words are read without being remembered for ever', () => {
  for (let n = 0; n < 5000; n++) expect(of({ 'x-tool-version': `1.0.${n}` }).version).toBe(`1.0.${n}`)
})
