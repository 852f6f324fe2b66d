import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.js'

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

test('an empty environment is a working configuration', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    consoleUrl: 'http://localhost:3000',
    publicUrl: 'http://localhost:4000',
    apiRateLimit: 30,
    registryRateLimit: 500,
    drainMilliseconds: 5000,
    aliases: [],
  })
})

test('addresses follow the ports, and an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '4100', CONSOLE_PORT: '3100', PUBLIC_URL: '' })).toMatchObject({
    publicUrl: 'http://localhost:4100',
    consoleUrl: 'http://localhost:3100',
  })
})

test('every fault is named at once', () => {
  const faults = faultsOf({
    PORT: 'x',
    PUBLIC_URL: 'https://a.example/path',
    API_RATE_LIMIT: '3',
    ENGINE_ALIASES: 'engine',
    SECRET_KEY: 'short',
    INITIAL_ADMIN_CREATION_TOKEN: 'short',
    ORG_CREATION: 'all',
    TRUSTED_PROXIES: 'somewhere',
    DATABASE_URL: 'mysql://x',
  })
  const names = faults.map((fault) => fault.split(':')[0])
  expect(names.sort()).toEqual(
    [
      'API_RATE_LIMIT',
      'DATABASE_URL',
      'ENGINE_ALIASES',
      'INITIAL_ADMIN_CREATION_TOKEN',
      'ORG_CREATION',
      'PORT',
      'PUBLIC_URL',
      'SECRET_KEY',
      'TRUSTED_PROXIES',
    ].sort(),
  )
})

test('a served database needs a shared secret', () => {
  expect(faultsOf({ DATABASE_URL: 'postgresql://db/x' })).toEqual([
    expect.stringMatching(/^SECRET_KEY: is required/),
  ])
  expect(faultsOf({ DATABASE_URL: 'postgresql://db/x', SECRET_KEY: 'k'.repeat(32) })).toEqual([])
})

test.each(['1', '2', '3', '-1', 'x'])('a rate limit of %s stops the start', (limit) => {
  expect(faultsOf({ REGISTRY_RATE_LIMIT: limit })).toHaveLength(1)
})
