import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sizes } from './filling.js'

const parts = ['latency', 'hot', 'start', 'bounds', 'sizing'] as const
/** The parts that run without `--part`; sizing takes as long as all of them. */
const usual = parts.filter((part) => part !== 'sizing')
type Part = (typeof parts)[number]

export type Options = ReturnType<typeof readOptions>

/** Reads the options of the command line; an absent one has its default. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      /** `small` or `full`; `tiny` is for the tests. */
      size: { type: 'string', default: 'small' },
      /** Parts to run; the option may be repeated. */
      part: { type: 'string', multiple: true, default: usual },
      /** Requests of each kind that one client sends. */
      count: { type: 'string', default: '200' },
      /** Duration of the requests of many clients, for each kind. */
      seconds: { type: 'string', default: '4' },
      starts: { type: 'string', default: '5' },
      /** Part of the names of the kinds to run. */
      only: { type: 'string', default: '' },
      /** A folder that keeps the filled database, and is used on when it has one. */
      keep: { type: 'string' },
      /** The folder of another checkout, which is built, to be measured in the same moments. */
      compare: { type: 'string' },
      /** Number of processes; with more than 1 the same build with this number is measured in the same moments. */
      processes: { type: 'string', default: '1' },
      /** True to write the figures to docs/performance. */
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
  if (processes > 1 && values.compare !== undefined)
    throw new Error('--processes and --compare are measured by themselves')
  const numbers = { count, seconds, starts, processes }
  const [keep, compare] = [values.keep, values.compare].map((folder) => folder && resolve(folder))
  return { size, parts: new Set(part), ...numbers, only, keep, compare, isWritten }
}

const isSize = (name: string): name is keyof typeof sizes => Object.hasOwn(sizes, name)
const isPart = (name: string): name is Part => parts.some((part) => part === name)
