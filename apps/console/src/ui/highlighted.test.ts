import { expect, test } from 'vitest'
import { highlighted } from './highlighted'

const call = `module "network" {
  source  = "registry.example.com/acme/network/aws" # the newest
  version = "1.2.0"

  zones = 3
  names = concat(["a \\"b\\""], null)
}`

const coloured = (text: string, language: 'hcl' | 'bash' | 'json') =>
  highlighted(text, language)
    .filter(({ kind }) => kind !== undefined)
    .map(({ kind, text }) => [kind, text.trim()])

test('the pieces of a text are the text', () => {
  for (const text of [call, '', 'plain', '"not closed', '{ "a": [1, true] }'])
    for (const language of ['hcl', 'bash', 'json'] as const)
      expect(
        highlighted(text, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(text)
})

test('a call has the colours of blocks, arguments, texts, numbers, functions and comments', () => {
  expect(coloured(call, 'hcl')).toEqual([
    ['keyword', 'module'],
    ['string', '"network"'],
    ['property', 'source'],
    ['string', '"registry.example.com/acme/network/aws"'],
    ['comment', '# the newest'],
    ['property', 'version'],
    ['string', '"1.2.0"'],
    ['property', 'zones'],
    ['number', '3'],
    ['property', 'names'],
    ['function', 'concat'],
    ['string', '"a \\"b\\""'],
    ['number', 'null'],
  ])
})

test('commands and JSON have theirs', () => {
  expect(coloured('engine login "host" # once', 'bash')).toEqual([
    ['function', 'engine'],
    ['string', '"host"'],
    ['comment', '# once'],
  ])
  expect(coloured('{ "a": "b", "c": -1 }', 'json')).toEqual([
    ['property', '"a"'],
    ['string', '"b"'],
    ['property', '"c"'],
    ['number', '-1'],
  ])
})

test('a long foreign text takes no longer than its length', () => {
  const started = performance.now()
  for (const part of ['"', '\\"', 'a ', ' "" ', '{ ', '(', '# '])
    for (const language of ['hcl', 'bash', 'json'] as const) highlighted(part.repeat(20_000), language)
  expect(performance.now() - started).toBeLessThan(2000)
})
