import { SourceRefused } from '../module-source.js'
import type { HclThreads, Outcome } from './hcl-threads.js'
import type { Block } from './syntax.js'

const longestFile = 1024 ** 2

/** The blocks of one source file. Throws `SourceRefused`, which names the file and the line. */
export async function readFile(threads: HclThreads, path: string, bytes: Buffer): Promise<Block[]> {
  if (bytes.length > longestFile)
    throw new SourceRefused(`${path}: the file is larger than ${longestFile / 1024 ** 2} MiB`)
  const isJson = path.endsWith('.json')
  const text = decoded(path, bytes, isJson)
  const outcome = await threads.parse(text, isJson)
  if (outcome.kind === 'parsed') return JSON.parse(outcome.json)
  throw new SourceRefused(messageOf(path, outcome))
}

/** A byte order mark is taken away where the engine passes over it. */
function decoded(path: string, bytes: Buffer, ignoreBOM: boolean): string {
  const decode = (part: Buffer): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM }).decode(part)
  try {
    return decode(bytes)
  } catch {
    throw new SourceRefused(`${path}:${firstBadLine(bytes, decode)}: the text is not valid UTF-8`)
  }
}

function firstBadLine(bytes: Buffer, decode: (part: Buffer) => string): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(10, start)
    if (end < 0) return line
    try {
      decode(bytes.subarray(start, end))
    } catch {
      return line
    }
    start = end + 1
  }
}

function messageOf(path: string, outcome: Exclude<Outcome, { kind: 'parsed' }>): string {
  switch (outcome.kind) {
    case 'too deep':
      return `${path}: the code is nested too deeply`
    case 'too slow':
      return `${path}: reading the code takes too long`
    case 'crashed':
      return `${path}: the code could not be read`
    case 'refused':
      return outcome.line === undefined
        ? located(path, outcome.message)
        : `${path}:${outcome.line}: ${outcome.message}`
  }
}

/** The parser reports all faults in one line, each as `source:3,5-9: Summary; Detail.`; the first is enough. */
function located(path: string, message: string): string {
  const [, line, rest] = /source:(\d+),[\d,-]+: ([\s\S]*?)\]?$/.exec(message) ?? []
  if (line === undefined || rest === undefined) return `${path}: ${message}`
  const first = rest.split(/ (?=source:\d+,\d+)/, 1)[0] ?? rest
  return `${path}:${line}: ${first}`
}
