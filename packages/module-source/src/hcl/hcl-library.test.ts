import { parse } from '@cdktn/hcl2json'
import { expect, test } from 'vitest'
import { compiledParser } from './compiled-parser.js'

type Parse = (name: string, text: string, settle: (error: string | null, json: string) => void) => void

const advice =
  'hcl-worker.mjs takes the parser of @cdktn/hcl2json from a global name that is private to that library. This release ' +
  'of the library does it differently: stay at the release before, or change `convert` in hcl-worker.mjs so that it gets ' +
  'the text of the parser itself, in which numbers have all their digits.'

test('the library leaves its parser at one global name, where the worker takes it from', async () => {
  await parse('source', '')
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => name.endsWith('_wasm__'))
  expect(names, advice).toHaveLength(1)
  const parser = Reflect.get(globalThis, String(names[0])) as { readonly parse?: Parse }
  expect(parser.parse, advice).toBeTypeOf('function')
  const answer = new Promise((settle) => {
    parser.parse?.('source', 'size = 12345678901234567890', (error, json) => settle(error ?? json))
  })
  expect(await answer, advice).toContain('12345678901234567890')
})

test('the library keeps its WebAssembly where the platform holds it for all threads', async () => {
  const parser = await compiledParser()
  expect(parser && WebAssembly.Module.exports(parser).map(({ name }) => name)).toContain('run')
})
