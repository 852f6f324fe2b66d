import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sizes } from './filling.js'

const parts = ['latency', 'hot', 'start', 'bounds'] as const
type Part = (typeof parts)[number]

export type Options = ReturnType<typeof readOptions>

/** What was asked for on the command line; an option is missing there where the default is fine. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      /** `small` or `full`; `tiny` is for the tests. */
      size: { type: 'string', default: 'small' },
      /** May be given more than once. */
      part: { type: 'string', multiple: true, default: [...parts] },
      /** Requests of each kind that one client sends. */
      count: { type: 'string', default: '200' },
      /** How long each kind of the requests of many is sent. */
      seconds: { type: 'string', default: '4' },
      starts: { type: 'string', default: '5' },
      /** Only the kinds with this in their name. */
      only: { type: 'string', default: '' },
      /** A folder that keeps the filled database, and is used on when it has one. */
      keep: { type: 'string' },
      /** The folder of another checkout, which is built, to be measured in the same moments. */
      beside: { type: 'string' },
      /** More than 1: the same build with so many processes is measured in the same moments. */
      processes: { type: 'string', default: '1' },
      /** What was measured goes to docs/performance. */
      write: { type: 'boolean', default: false },
    },
  })
  const { size, part, only, write: isWritten } = values
  if (!isSize(size)) throw new Error(`--size is ${Object.keys(sizes).join(' or ')}`)
  if (!part.every(isPart)) throw new Error(`--part is ${parts.join(' or ')}`)
  if (isWritten && only !== '') throw new Error('--write wants all rows of a table: leave out --only')
  const number = (name: 'count' | 'seconds' | 'starts' | 'processes'): number => {
    if (!(Number(values[name]) > 0)) throw new Error(`--${name} is a number above 0`)
    return Number(values[name])
  }
  const [count, seconds, starts] = [number('count'), number('seconds'), number('starts')]
  const processes = number('processes')
  if (processes > 1 && values.beside !== undefined)
    throw new Error('--processes and --beside are measured by themselves')
  const numbers = { count, seconds, starts, processes }
  const [keep, beside] = [values.keep, values.beside].map((folder) => folder && resolve(folder))
  return { size, parts: new Set(part), ...numbers, only, keep, beside, isWritten }
}

const isSize = (name: string): name is keyof typeof sizes => Object.hasOwn(sizes, name)
const isPart = (name: string): name is Part => parts.some((part) => part === name)
