import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { shareOf, type Measured } from './figures.js'

/** Of each kind of request, which part of the bare handlers' rate its own was. */
export type Ratios = Readonly<Record<string, { readonly http: number; readonly express: number }>>

/** What may be left of a stored ratio: moments of a machine differ, but not by so much for both sides of it. */
const enough = 0.75

const file = fileURLToPath(new URL('../../../src/bench/side/ratios.json', import.meta.url))

export function ratiosOf(all: readonly Measured[]): Ratios {
  const rounded = (ratio: number): number => Number(ratio.toPrecision(3))
  return Object.fromEntries(
    all
      .filter(({ http, express }) => http !== undefined && express !== undefined)
      .map(({ name, rate, http, express }) => [
        name,
        { http: rounded(shareOf(rate, http)), express: rounded(shareOf(rate, express)) },
      ]),
  )
}

/** A line for each ratio that has fallen by more than a quarter; what was not measured has not fallen. */
export function fallen(stored: Ratios, measured: Ratios): string[] {
  return Object.entries(measured).flatMap(([name, now]) =>
    (['http', 'express'] as const).flatMap((of) => {
      const before = stored[name]?.[of]
      if (before === undefined || now[of] >= before * enough) return []
      const bare = of === 'http' ? 'node:http' : 'Express'
      return [`FALLEN: ${name}: ${now[of]} of the bare ${bare}, stored ${before}`]
    }),
  )
}

/** Those of the run of this name that was written last; none where none was. */
export async function storedRatios(run: string): Promise<Ratios> {
  return (await readAll())[run] ?? {}
}

export async function storeRatios(run: string, ratios: Ratios): Promise<void> {
  const all = { ...(await readAll()), [run]: ratios }
  await writeFile(file, `${JSON.stringify(all, undefined, 2)}\n`)
}

const readAll = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, Ratios>
