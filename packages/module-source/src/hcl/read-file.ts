import { isUtf8 } from 'node:buffer'
import { SourceRefused } from '../module-source.js'
import type { HclThreads, Outcome } from './hcl-threads.js'
import type { FileText } from './module-description.js'

const longestFile = 1024 ** 2

/** Parses one source file. Throws `SourceRefused`, which names the file and the line. */
export async function readFile(
  threads: HclThreads,
  path: string,
  bytes: Buffer,
): Promise<Pick<FileText, 'json'> & { readonly count: number }> {
  if (bytes.length > longestFile)
    throw new SourceRefused(`${path}: the file is larger than ${longestFile / 1024 ** 2} MiB`)
  const isJson = path.endsWith('.json')
  const { text, unreadLines } = decoded(bytes, isJson)
  const outcome = await threads.parse(text, isJson, unreadLines)
  if (outcome.kind === 'parsed') return outcome
  throw new SourceRefused(messageOf(path, outcome))
}

interface Decoded {
  readonly text: string
  /** The lines with bytes that are no UTF-8, counted from 1. */
  readonly unreadLines: readonly number[]
}

/** A byte order mark is taken away where the engine passes over it. */
function decoded(bytes: Buffer, ignoreBOM: boolean): Decoded {
  const options = { fatal: true, ignoreBOM }
  try {
    return { text: new TextDecoder('utf-8', options).decode(bytes), unreadLines: [] }
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM }).decode(bytes), unreadLines: unreadLinesIn(bytes) }
  }
}

/** A line end is part of no other character. */
function unreadLinesIn(bytes: Buffer): number[] {
  const lines: number[] = []
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(10, start)
    const end = found < 0 ? bytes.length : found
    if (!isUtf8(bytes.subarray(start, end))) lines.push(line)
    start = end + 1
  }
  return lines
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
