import { pino, type DestinationStream } from 'pino'
import type { Log } from '../../kernel/log.js'
import { standardOutput } from './output.js'

/** Names under which a secret might ride along by mistake. */
const secrets = new Set([
  'authorization',
  'cookie',
  'password',
  'passwordHash',
  'token',
  'tokenHash',
  'secret',
  'value',
])

/** Depth of the search for secrets: in the fields, in what these hold, and in what that holds. */
const depth = 3

/** Writes a separate line on standard output, whatever the level of the log. */
export const writeLine = (line: string): void => void standardOutput.writeNow(`${line}\n`)

/** JSON lines on standard output. What looks like a secret is left out, wherever it is. */
export function createLog(level: string, output: DestinationStream = standardOutput): Log {
  const options = {
    level,
    base: null,
    timestamp: timeNow,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Fields) => withoutSecrets(fields, depth),
    },
  }
  const log = pino(options, output)
  const { child } = log
  // The library calls no formatter for the fields of a child; its children have this one as well.
  log.child = function (this: typeof log, fields: Fields) {
    return child.call(this, withoutSecrets(fields, depth))
  } as typeof child
  return log
}

let timeText = ''
let timeOfText = 0

/** Time as the library writes it. Many lines are of the same millisecond, and a text is made of it once. */
function timeNow(): string {
  const now = Date.now()
  if (now !== timeOfText) [timeOfText, timeText] = [now, `,"time":"${new Date(now).toISOString()}"`]
  return timeText
}

type Fields = Record<string, unknown>

/**
 * A copy, or the fields themselves where nothing is left out, as of almost every line. The library's own search by patterns
 * takes ten times as long as all the rest of a line.
 */
function withoutSecrets(fields: Fields, levels: number): Fields {
  let copy: Fields | undefined
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    const shown = secrets.has(name) ? '[redacted]' : searched(value, levels - 1)
    if (shown === value) continue
    copy ??= { ...fields }
    copy[name] = shown
  }
  return copy ?? fields
}

function searched(value: unknown, levels: number): unknown {
  if (levels === 0 || !hasFields(value)) return value
  return Array.isArray(value)
    ? value.map((each) => searched(each, levels - 1))
    : withoutSecrets(value, levels)
}

/**
 * Tells whether a value has fields to search: not a value that formats itself, nor an error, which has its
 * own formatter.
 */
function hasFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !('toJSON' in value) && !(value instanceof Error)
}
