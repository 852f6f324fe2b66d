import { pino, type DestinationStream } from 'pino'
import type { Log } from '../../kernel/log.js'

/** Names under which a secret might ride along by mistake. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'passwordHash',
  'token',
  'tokenHash',
  'secret',
  'value',
]

/** Written at once and whole, so that whatever comes from here and there is never mixed within a line. */
const standardOutput = pino.destination({ dest: 1, sync: true })

/** A line of its own on standard output, whatever the level of the log. */
export const writeLine = (line: string): void => void standardOutput.write(`${line}\n`)

/** JSON lines on standard output. What looks like a secret is left out, wherever it stands. */
export function createLog(level: string, output: DestinationStream = standardOutput): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  }
  return pino(options, output)
}
