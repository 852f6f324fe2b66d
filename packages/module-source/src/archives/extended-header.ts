import { quoted } from './entry-path.js'
import { badHeader, utf8 } from './tar-header.js'

/** Facts in extended headers about the entry that follows, limited to those that matter here. */
export interface Extension {
  /** Set by every pax header, so that a second one is noticed. */
  readonly pax?: true
  readonly path?: string
  readonly target?: string
  readonly size?: number
}

/** Keys that make some readers change what an entry is or how long it is. No module needs them. */
const dangerous = /^(GNU\.sparse\..*|SUN\.holesdata|SCHILY\.(realsize|filetype))$/

/**
 * Reads the records `<length> <key>=<value>\n` of an extended header. The lengths lead: a value may hold newlines,
 * and what merely looks like a record inside of it is none.
 */
export function paxExtension(body: Buffer): Extension {
  const records = paxRecords(body)
  const size = records.get('size')?.toString('latin1')
  if (size !== undefined && !/^\d{1,15}$/.test(size)) {
    throw badHeader('the archive has an extended header with a bad "size"')
  }
  const path = records.get('path')
  const target = records.get('linkpath')
  return {
    pax: true,
    ...(path && { path: utf8(path) }),
    ...(target && { target: utf8(target) }),
    ...(size !== undefined && { size: Number(size) }),
  }
}

/** A header for all entries that follow: harmless as a comment, otherwise read differently by each reader. */
export function checkGlobalPax(body: Buffer): void {
  const [key] = paxRecords(body).keys()
  if (key !== undefined) throw badHeader(`the archive sets "${key}" for all entries at once`)
}

/** The older way of saying the path (`L`) or the target (`K`) of the entry that follows: the text and a NUL. */
export function longName(type: string, body: Buffer): Extension {
  const end = body.indexOf(0)
  const name = end < 0 ? body : body.subarray(0, end)
  if (name.length === 0 || body.subarray(name.length).some((byte) => byte !== 0)) {
    throw badHeader('the archive has a long name that cannot be read')
  }
  return type === 'L' ? { path: utf8(name) } : { target: utf8(name) }
}

/** The records that matter, checked for what readers disagree on. */
function paxRecords(body: Buffer): Map<string, Buffer> {
  const records = new Map<string, Buffer>()
  for (let start = 0; start < body.length;) {
    const digits = /^([1-9]\d{0,6}) /.exec(body.toString('latin1', start, start + 9))?.[1]
    const end = start + Number(digits ?? 0)
    const record = body.subarray(start + (digits?.length ?? 0) + 1, end)
    const equals = record.indexOf('=')
    if (digits === undefined || end > body.length || record.at(-1) !== 0x0a || equals < 1) {
      throw badHeader('the archive has an extended header that cannot be read')
    }
    const key = record.toString('latin1', 0, equals)
    const value = record.subarray(equals + 1, -1)
    if (dangerous.test(key)) throw badHeader(`the archive holds a sparse or special file (${quoted(key)})`)
    if (key === 'path' || key === 'linkpath' || key === 'size') {
      if (value.length === 0 || value.includes(0) || records.has(key)) {
        throw badHeader(`the archive has an extended header with a bad or a second "${key}"`)
      }
      records.set(key, value)
    }
    start = end
  }
  return records
}
