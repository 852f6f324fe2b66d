import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { announce } from './announce.js'
import { readConfig } from './config.js'
import type { Log } from './kernel/log.js'
import { release } from './release.js'

/** Lines that a start writes to the log, and the messages to the process that started it, if one listens. */
function announced(env: Record<string, string>, setUpToken?: string, listen?: (message: unknown) => void) {
  const lines: string[] = []
  const record = (facts: object, text: string): void => void lines.push(`${text} ${JSON.stringify(facts)}`)
  const log: Log = { debug: record, info: record, warn: record, error: record, child: () => log }
  const { send } = process
  Reflect.deleteProperty(process, 'send')
  if (listen) process.send = (message: unknown) => (listen(message), true)
  announce(readConfig(env), log, setUpToken)
  Reflect.deleteProperty(process, 'send')
  if (send) process.send = send
  return lines
}

const linesOf = (env: Record<string, string>, setUpToken?: string): string[] => announced(env, setUpToken)

function tellingsOf(env: Record<string, string>, setUpToken?: string): unknown[] {
  const told: unknown[] = []
  announced(env, setUpToken, (message) => told.push(message))
  return told
}

rule('§1 aliases', 'A start without an alias says once that no real CLI works')
test('without an alias a start says once that no real CLI works; with one it says nothing of it', () => {
  expect(linesOf({}).filter((line) => line.includes('ENGINE_ALIASES'))).toHaveLength(1)
  expect(linesOf({ ENGINE_ALIASES: 'terraform' }).join('\n')).not.toContain('ENGINE_ALIASES')
})

rule('§19 network', 'A host that no CLI takes is said at the start')
test('a host that no CLI takes is said at the start', () => {
  const linesAbout = (PUBLIC_URL: string) =>
    linesOf({ PUBLIC_URL }).filter((line) => line.includes('no CLI takes the host'))
  expect(linesAbout('https://my_registry.example.com')).toEqual([
    'no CLI takes the host of PUBLIC_URL: it has an underscore; choose another name ' +
      '{"publicUrl":"https://my_registry.example.com"}',
  ])
  expect(linesAbout('https://registry.example.com')).toEqual([])
})

rule(
  '§3 first administrator',
  'A start prints no token that the environment gave, and names no end that it does not have',
)
test('a start never tells the token that the environment gave, nor promises it an end that it does not have', () => {
  const given = 'a-token-of-the-environment'
  const env = { CONSOLE_URL: 'https://console.test', INITIAL_ADMIN_CREATION_TOKEN: given }
  const said = linesOf(env, given).join('\n')
  expect(said).toContain('"https://console.test/set-up"')
  expect(said).toContain('INITIAL_ADMIN_CREATION_TOKEN')
  expect(said).not.toContain(given)
  expect(said).not.toContain('60 minutes')
  expect(tellingsOf(env, given)).toMatchObject([{ type: 'ready', setUpUrl: 'https://console.test/set-up' }])
})

rule('§3 first administrator', 'A start prints the link of the console’s set-up once')
test('a start without users prints the link of the console’s set-up once, one with users does not', () => {
  const lines = linesOf({ CONSOLE_URL: 'https://console.test' }, 'a+token')
  expect(lines.filter((line) => line.includes('https://console.test/set-up?token=a%2Btoken'))).toHaveLength(1)
  expect(linesOf({}).join('\n')).not.toContain('set-up')
})

test('a start says which release is ready', () => {
  expect(linesOf({}).at(-1)).toBe(`ready ${JSON.stringify({ url: 'http://127.0.0.1:4000', release })}`)
})
