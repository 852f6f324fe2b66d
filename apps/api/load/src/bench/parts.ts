import { sizes } from './filling.js'
import { letGo, measure, type Closing } from './measure.js'
import type { Options } from './options.js'
import { load, machine, writeFigures } from './report.js'
import { shownPlans } from './shown-plans.js'
import { fallen, ratiosOf, storedRatios, storeRatios } from './side/ratios.js'
import { measureSide } from './side/side.js'
import { measureStartUp } from './side/start-up.js'
import { headings, rowOf, summaryOf } from './side/table.js'
import type { Say, Stage } from './stage.js'

/** What all parts of a bench have in common. */
export interface Run extends Options {
  readonly stage: Stage
  readonly closing: Closing
  readonly say: Say
}

/** One client, one request after the other. */
export async function latencyPart({ stage, size, count, only, isWritten, closing, say }: Run): Promise<void> {
  const facts = factsOf(stage, size, `${count} requests of each kind`)
  facts.forEach(say)
  const before = closing.length
  const lines = await measure(stage, { count, only }, closing, say)
  const plans = await shownPlans(stage)
  plans.forEach(say)
  // Nothing of this part may run beside the next.
  await letGo(closing, before, (error) => say(String(error)))
  if (!isWritten) return
  await writeFigures(`modules-${size}`, [...facts, ...lines])
  if (size === 'full') await writeFigures('module-plans-full', plans)
}

/**
 * Many clients at once, the bare handlers beside the API. Answers a line for each ratio that has fallen against those
 * that were written last.
 */
export async function sidePart(run: Run, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { stage, size, seconds, isWritten, closing, say } = run
  const lines: string[] = []
  const tell = (text: string): void => {
    lines.push(text)
    say(text)
  }
  const kind = stage.isServed ? 'served' : 'embedded'
  factsOf(stage, size, `32 connections; each row four times ${seconds / 2} seconds; ${kind}`).forEach(tell)
  tell(`load of the machine before: ${load()}`)
  const played = { env, databaseUrl: stage.databaseUrl, callers: stage.callers }
  const isJudged = size === 'full' && stage.isServed
  const all = await measureSide(played, { ...run, isJudged }, closing, tell)
  summaryOf(all).forEach(tell)
  tell(`load of the machine after: ${load()}`)

  const [name, ratios] = [`${size} ${kind}`, ratiosOf(all)]
  if (!isWritten) return fallen(await storedRatios(name), ratios)
  await writeFigures(`side-by-side-${size}-${kind}`, lines)
  await storeRatios(name, ratios)
  return []
}

export async function startUpPart(
  { starts, seconds, closing, say }: Run,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const started = await measureStartUp(env, { starts, seconds }, closing)
  const lines = [...headings, rowOf(started), ...summaryOf([started])]
  lines.forEach(say)
}

function factsOf({ postgres }: Stage, size: keyof typeof sizes, how: string): string[] {
  const { organizations, modules } = sizes[size]
  const counted = [modules, modules * 10, organizations].map((number) => number.toLocaleString('en'))
  return [
    `${counted[0]} modules, ${counted[1]} versions, ${counted[2]} organizations; ${how}`,
    `PostgreSQL ${postgres}, ${machine()}`,
  ]
}
