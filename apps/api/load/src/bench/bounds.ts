import { fileURLToPath } from 'node:url'
import { letGo, type Closing, type Say } from '../server/program.js'
import { measureConsole } from './bounds/console.js'
import { measureOrigins } from './bounds/origins.js'
import { measureStates, settleTime } from './bounds/states.js'
import { measureUpgrades } from './bounds/upgrades.js'
import type { Options } from './options.js'
import { figure, tableOf } from './report.js'

const checkout = fileURLToPath(new URL('../../../../../', import.meta.url))
const mebibyte = 1024 * 1024

/** A figure that may be so much at most; undefined where another figure is the target. */
interface Bound {
  readonly name: string
  readonly value: number
  readonly most?: number | undefined
}

interface Act {
  readonly name: string
  measure(checkout: string, closing: Closing): Promise<readonly Bound[]>
}

const acts: readonly Act[] = [
  {
    name: 'upgrades: 40 versions of 6,000 inputs',
    measure: async (...of) => {
      const { p95, held, known } = await measureUpgrades(...of)
      return [
        { name: 'p95, ms', value: p95, most: 150 },
        { name: 'main thread held, ms', value: held, most: 50 },
        { name: 'counts that are missing, %', value: (1 - known) * 100, most: 0 },
      ]
    },
  },
  {
    name: 'states: 30 reads of one of 240 MiB',
    measure: async (...of) => {
      const { peak, left, faults } = await measureStates(...of)
      return [
        { name: 'memory risen, MiB', value: peak / mebibyte, most: 200 },
        { name: `the same after ${settleTime / 1000} s`, value: left / mebibyte, most: 50 },
        { name: 'faults', value: faults, most: 0 },
      ]
    },
  },
  {
    name: 'console: 150 unfinished bodies',
    measure: async (...of) => {
      const { peak } = await measureConsole(...of)
      return [{ name: 'memory risen, MB', value: peak / 1e6, most: 20 }]
    },
  },
  {
    name: 'origin: 60 first looks of another',
    measure: async (...of) => {
      const { alone, beside, first } = await measureOrigins(...of)
      return [
        { name: 'known, alone, ms', value: alone },
        { name: 'known, beside them, ms', value: beside, most: alone + 100 },
        { name: 'first look, beside them, ms', value: first, most: 2000 },
      ]
    },
  },
]

/**
 * Measures what one caller can take of the processor, the memory and an origin, act by act, and the same of another
 * build. Answers whether this build keeps every bound.
 */
export async function measureBounds(
  { beside, only }: Pick<Options, 'beside' | 'only'>,
  closing: Closing,
  tell: Say,
): Promise<boolean> {
  const row = tableOf(['this build', ...(beside === undefined ? [] : ['the other'])], tell, 'at most')
  let isGood = true
  for (const { name, measure } of acts.filter((act) => act.name.includes(only))) {
    const own = await alone(closing, () => measure(checkout, closing))
    const other = beside === undefined ? [] : await alone(closing, () => measure(beside, closing))
    for (const [n, { name: what, value, most }] of own.entries()) {
      const cells = [value, ...other.slice(n, n + 1).map((bound) => bound.value)]
      const isKept = most === undefined || !(value > most)
      isGood &&= isKept
      row(
        `${name}: ${what}`,
        cells.map((cell) => figure(cell, 0)),
        most === undefined ? [] : [[figure(most, 0), isKept]],
      )
    }
  }
  return isGood
}

/** Ends what a measurement began before the next one begins. */
async function alone<Result>(closing: Closing, measure: () => Promise<Result>): Promise<Result> {
  const before = closing.length
  try {
    return await measure()
  } finally {
    await letGo(closing, before)
  }
}
