import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config'

const key = 'k'.repeat(32)
const directory = mkdtempSync(join(tmpdir(), 'console-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('the settings', () => {
  test('default to this machine', () => {
    expect(readConfig({ SECRET_KEY: key })).toMatchObject({
      origin: 'http://localhost:3000',
      secure: false,
      apiUrl: 'http://127.0.0.1:4000',
    })
  })

  test('take the port into the default address', () => {
    expect(readConfig({ SECRET_KEY: key, CONSOLE_PORT: '4203' }).origin).toBe('http://localhost:4203')
  })

  test('know https from the public address', () => {
    const settings = readConfig({ SECRET_KEY: key, CONSOLE_URL: 'https://console.example.com/' })
    expect(settings).toMatchObject({ origin: 'https://console.example.com', secure: true })
  })

  test('name every fault at once', () => {
    const environment = {
      CONSOLE_PORT: 'x',
      CONSOLE_URL: 'ftp://a',
      API_URL: 'invalid',
      SECRET_KEY: `${key},short`,
    }
    expect(faultsOf(environment)).toEqual([
      'CONSOLE_PORT must be a port number from 1 to 65535, not "x"',
      'CONSOLE_URL must be an http or https address without query, not "ftp://a"',
      'API_URL must be an http or https address without query, not "invalid"',
      'SECRET_KEY: each key must have 32 bytes or more',
    ])
  })

  test('refuse a public address with a path', () => {
    expect(faultsOf({ SECRET_KEY: key, CONSOLE_URL: 'https://a.example/console' })).toEqual([
      'CONSOLE_URL must have no path',
    ])
  })
})

describe('the session keys', () => {
  test('come from the key file in the data directory when no variable names them', () => {
    writeFileSync(join(directory, 'secret.key'), `${key}\n`)
    expect(readConfig({ DATA_DIR: directory })).toEqual(readConfig({ SECRET_KEY: key }))
  })

  test('are missed by name', () => {
    const [fault] = faultsOf({ DATA_DIR: join(directory, 'none') })
    expect(fault).toContain(join(directory, 'none', 'secret.key'))
  })

  test('are derived, one for each secret in its order, and are not the secrets', () => {
    const other = 'o'.repeat(40)
    const [first, second] = readConfig({ SECRET_KEY: `${key}, ${other}` }).sessionKeys
    expect(readConfig({ SECRET_KEY: key }).sessionKeys).toEqual([first])
    expect(readConfig({ SECRET_KEY: other }).sessionKeys).toEqual([second])
    expect([first, second]).not.toContain(key)
    expect(readConfig({ SECRET_KEY: key }).hopKey.toString('base64url')).not.toBe(first)
  })
})

describe('what an orchestrator or a file gives', () => {
  test('secrets and addresses come from the files that are named', () => {
    writeFileSync(join(directory, 'key'), `${key}\n`)
    writeFileSync(join(directory, 'api'), 'http://api.internal:4000\n')
    const files = { SECRET_KEY_FILE: join(directory, 'key'), API_URL_FILE: join(directory, 'api') }
    expect(readConfig(files)).toEqual(readConfig({ SECRET_KEY: key, API_URL: 'http://api.internal:4000' }))
    expect(faultsOf({ ...files, SECRET_KEY: key })).toEqual([
      'SECRET_KEY: is given by SECRET_KEY and by SECRET_KEY_FILE: unset one of them',
    ])
  })

  test('a carriage return at the end is named, and an injected port ignored', () => {
    expect(faultsOf({ SECRET_KEY: key, API_URL: 'http://api\r', CONSOLE_PORT: 'tcp://10.0.0.1:80' })).toEqual(
      ['API_URL: ends in a carriage return, as lines of files from Windows do: remove it'],
    )
  })
})
