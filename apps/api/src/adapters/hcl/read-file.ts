import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { SourceRefused } from '../../domain/modules/module-source.js'
import type { ParsedFile } from './declarations.js'
import type { HclThreads, Outcome } from './hcl-threads.js'
import { isBody } from './syntax.js'

const longestFile = 1024 ** 2

/** Parses one source file. Throws `SourceRefused`, which names the file and the line. */
export async function readFile(threads: HclThreads, path: string, bytes: Buffer): Promise<ParsedFile> {
  if (bytes.length > longestFile)
    throw new SourceRefused(`${path}: the file is larger than ${longestFile / 1024 ** 2} MiB`)
  const text = decoded(path, bytes)
  if (path.endsWith('.json')) return { body: readJson(path, text), isJson: true }
  const outcome = await threads.parse(text)
  if (outcome.kind !== 'parsed') throw new SourceRefused(messageOf(path, outcome))
  return { body: JSON.parse(outcome.json), isJson: false }
}

/** A byte order mark is taken away. */
function decoded(path: string, bytes: Buffer): string {
  const decode = (part: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(part)
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

function readJson(path: string, text: string): ParsedFile['body'] {
  const value = parsedJson(path, text)
  for (const body of Array.isArray(value) ? value : [value])
    if (!isBody(body)) throw new SourceRefused(`${path}:1: the file must hold an object`)
  if (!Array.isArray(value)) return value as ParsedFile['body']
  // A file may hold several objects: then each keyword has several values.
  const merged = new Map<string, unknown[]>()
  for (const body of value as object[])
    for (const [key, below] of Object.entries(body))
      merged.set(key, [...(merged.get(key) ?? []), below].flat())
  return Object.fromEntries(merged)
}

function parsedJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const errors: ParseError[] = []
    parse(text, errors, { disallowComments: true, allowTrailingComma: false })
    const [first] = errors
    const line = text.slice(0, first?.offset ?? text.length).split('\n').length
    const fault = first ? printParseErrorCode(first.error).replace(/(?<=.)([A-Z])/g, ' $1') : 'Invalid'
    throw new SourceRefused(`${path}:${line}: the JSON is wrong: ${fault.toLowerCase()}`)
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
      return located(path, outcome.message)
  }
}

/** The parser tells all faults in one line, each as `source:3,5-9: Summary; Detail.`; the first is enough. */
function located(path: string, message: string): string {
  const [, line, rest] = /source:(\d+),[\d,-]+: ([\s\S]*?)\]?$/.exec(message) ?? []
  if (line === undefined || rest === undefined) return `${path}: ${message.slice(0, 300)}`
  const first = rest.split(/ (?=source:\d+,\d+)/, 1)[0] ?? rest
  return `${path}:${line}: ${first.slice(0, 500)}`
}
