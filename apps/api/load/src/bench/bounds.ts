import { fileURLToPath } from 'node:url'
import { letGo, type Closing, type Say } from '../server/program.js'
import { measureConsole } from './bounds/console.js'
import { measureDocumentation } from './bounds/documentation.js'
import { measureInit } from './bounds/init.js'
import { measureOrigins } from './bounds/origins.js'
import { measureStates, settleTime } from './bounds/states.js'
import { measureStoredFiles } from './bounds/stored-files.js'
import { measureUpgrades } from './bounds/upgrades.js'
import type { Options } from './options.js'
import { figure, tableOf } from './report.js'

const root = new URL('../../../../../', import.meta.url)
const checkout = fileURLToPath(root)
const mebibyte = 1024 * 1024

/** A figure with a maximum, or with a maximum part of the other build's; neither where another is the target. */
interface Bound {
  readonly name: string
  readonly value: number
  readonly most?: number
  readonly ofOther?: number
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
      const { alone, known, first } = await measureOrigins(...of)
      return [
        { name: 'known, alone, ms', value: alone },
        { name: 'known, during them, ms', value: known, most: alone + 100 },
        { name: 'first look, during them, ms', value: first, most: 2000 },
      ]
    },
  },
  {
    name: 'store: 20 first requests of 100 MiB',
    measure: async (...of) => {
      const { asked, late, peak, ofNginx, list } = await measureStoredFiles(...of)
      return [
        { name: 'asked of the origin', value: asked, most: 1 },
        { name: 'first bytes behind its last', value: late, most: 0 },
        { name: 'memory risen, MiB', value: peak / mebibyte, most: 64 },
        { name: 'stored: bytes of nginx, % of its own', value: ofNginx * 100, most: 100 / 0.7 },
        { name: '10,000 files: p95 of the list, ms', value: list, most: 100 },
      ]
    },
  },
  {
    name: 'documentation: 1,500 pages of a provider',
    measure: async (...of) => {
      const { published, page, held } = await measureDocumentation(...of)
      return [
        { name: 'published, ms', value: published, most: 20_000 },
        { name: 'a page is opened, p95, ms', value: page, most: 300 },
        { name: 'main thread held, ms', value: held, most: 50 },
      ]
    },
  },
  {
    name: 'init: 100 modules by the CLI',
    measure: async (checkout, closing) => {
      const cli = await engineCli()
      if (cli === undefined) return []
      const { first, later, act, requests } = await measureInit(checkout, cli, closing)
      return [
        { name: 'answers of a first run, ms', value: first },
        { name: 'answers of a later run, ms', value: later, ofOther: 1 / 3 },
        { name: 'the whole act, ms', value: act },
        { name: 'requests', value: requests },
      ]
    },
  },
]

/**
 * Measures what one caller can take of the processor, the memory and an origin, act by act, and the same of another
 * build. Answers whether this build keeps every bound.
 */
export async function measureBounds(
  { compare, only }: Pick<Options, 'compare' | 'only'>,
  closing: Closing,
  tell: Say,
): Promise<boolean> {
  const row = tableOf(['this build', ...(compare === undefined ? [] : ['the other'])], tell, {
    last: 'at most',
  })
  let isGood = true
  for (const { name, measure } of acts.filter((act) => act.name.includes(only))) {
    const own = await alone(closing, () => measure(checkout, closing))
    const other = compare === undefined ? [] : await alone(closing, () => measure(compare, closing))
    for (const [n, { name: what, value, ...bound }] of own.entries()) {
      const otherValue = other[n]?.value
      const most = bound.most ?? (bound.ofOther && otherValue && bound.ofOther * otherValue)
      const cells = [value, ...(otherValue === undefined ? [] : [otherValue])]
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

/** Finds the engine's CLI as the tests do; undefined where there is none. */
async function engineCli(): Promise<string | undefined> {
  const found = await import(new URL('scripts/lib/find.mjs', root).href)
  return (found as { findEngineCli(): string | undefined }).findEngineCli()
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
