import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandIn } from './arguments.js'

const env = { ENGINE_URL: 'https://engine.example', ENGINE_TOKEN: 'a-token' }
const full = ['.', '--to', 'acme/network/aws', '--version', '1.2.3']

test('all that publishing needs comes from arguments and variables', () => {
  expect(commandIn([...full, '--description', 'A network', '--no-create'], env)).toEqual({
    kind: 'publish',
    folder: '.',
    target: {
      url: 'https://engine.example',
      access: { token: 'a-token' },
      namespace: 'acme',
      name: 'network',
      provider: 'aws',
      version: '1.2.3',
      mayCreate: false,
      description: 'A network',
      sourceUrl: undefined,
    },
  })
})

test('a dry run needs the folder alone', () => {
  expect(commandIn(['network', '--dry-run'], {})).toEqual({ kind: 'dry run', folder: 'network' })
})

test('a dry run of a module that is named is compared with it, by the number that it shall have or by none', () => {
  const place = { url: 'https://engine.example', namespace: 'acme', name: 'network', provider: 'aws' }
  const access = { token: 'a-token' }
  expect(commandIn(['.', '--dry-run', '--to', 'acme/network/aws'], env)).toEqual({
    kind: 'dry run',
    folder: '.',
    compared: { ...place, access, version: undefined },
  })
  expect(commandIn([...full, '--dry-run'], env)).toMatchObject({ compared: { version: '1.2.3' } })
})

test('the address may come as an argument, the token from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'token'), 'another-token\n')
  const args = [...full, '--url', 'http://localhost:4000/', '--token-file', join(folder, 'token')]
  expect(commandIn(args, env)).toMatchObject({
    target: { url: 'http://localhost:4000', access: { token: 'another-token' } },
  })
})

describe('wrong usage says what is wrong', () => {
  test.each([
    ['no folder', ['--dry-run'], env, /which folder\?/],
    ['two folders', ['a', 'b', '--dry-run'], env, /not also b/],
    ['an unknown option', ['.', '--token', 'x'], env, /Unknown option '--token'/],
    ['no address', ['.', '--version', '1.0.0'], env, /--to NAMESPACE/],
    [
      'a version that no CLI reads',
      ['.', '--version', '1.0.9223372036854775808'],
      env,
      /has a number above 9223372036854775807, which no CLI reads/,
    ],
    ['half an address', ['.', '--to', 'acme/network'], env, /--to acme\/network is no address/],
    ['a longer address', ['.', '--to', 'acme/network/aws/x'], env, /is no address/],
    ['a provider in capitals', ['.', '--to', 'acme/network/AWS'], env, /is no address/],
    ['no version', ['.', '--to', 'acme/network/aws'], env, /--version is missing/],
    ['a version with a v', [...full.slice(0, 4), 'v1.2.3'], env, /v1\.2\.3 is no semantic version/],
    ['no platform', full, { ENGINE_TOKEN: 'x' }, /ENGINE_URL/],
    ['a platform that is a word', full, { ...env, ENGINE_URL: 'engine' }, /engine is none such as https:/],
    ['a platform below a path', full, { ...env, ENGINE_URL: 'https://x.example/app' }, /must end after/],
    ['http across the network', full, { ...env, ENGINE_URL: 'http://x.example' }, /in the clear/],
    ['no token', full, { ENGINE_URL: 'https://x.example' }, /ENGINE_TOKEN/],
    ['no token to compare with', [...full, '--dry-run'], { ENGINE_URL: 'https://x.example' }, /ENGINE_TOKEN/],
    ['a token that is none', full, { ...env, ENGINE_TOKEN: 'two words' }, /characters that no token has/],
    ['a token file that is missing', [...full, '--token-file', '/missing'], env, /cannot be read/],
  ])('%s', (_what, args, variables, message) => {
    expect(() => commandIn(args, variables)).toThrow(message)
  })

  test('and plain http is allowed on request', () => {
    const variables = { ...env, ENGINE_URL: 'http://engine.internal:4000' }
    expect(commandIn([...full, '--insecure-http'], variables)).toMatchObject({
      target: { url: 'http://engine.internal:4000' },
    })
  })
})
