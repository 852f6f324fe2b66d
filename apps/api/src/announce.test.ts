import { expect, test } from 'vitest'
import { announce } from './announce.js'
import { readConfig } from './config.js'
import type { Log } from './kernel/log.js'

/** What a start tells the log, one line each. */
function linesOf(env: Record<string, string>, setUpToken?: string): string[] {
  const lines: string[] = []
  const note = (facts: object, text: string): void => void lines.push(`${text} ${JSON.stringify(facts)}`)
  const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
  const { send } = process
  // A log is enough for a starter that does not listen.
  Reflect.deleteProperty(process, 'send')
  announce(readConfig(env), log, setUpToken)
  if (send) process.send = send
  return lines
}

test('without an alias a start says once that no real CLI works; with one it says nothing of it', () => {
  expect(linesOf({}).filter((line) => line.includes('ENGINE_ALIASES'))).toHaveLength(1)
  expect(linesOf({ ENGINE_ALIASES: 'terraform' }).join('\n')).not.toContain('ENGINE_ALIASES')
})

test('a start without users prints the link of the console’s set-up once, one with users does not', () => {
  const lines = linesOf({ CONSOLE_URL: 'https://console.test' }, 'a+token')
  expect(lines.filter((line) => line.includes('https://console.test/set-up?token=a%2Btoken'))).toHaveLength(1)
  expect(linesOf({}).join('\n')).not.toContain('set-up')
})
