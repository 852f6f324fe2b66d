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

/** JSON lines on standard output. What looks like a secret is left out, wherever it stands. */
export function createLog(level: string, output: DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  }
  return pino(options, output)
}
