import { letGo, runProgram, say, temporaryFolder, type Closing, type Say } from '../server/program.js'
import { measureBounds } from './bounds.js'
import { sizes, type Size } from './filling.js'
import { connections, measureHot } from './hot.js'
import { measureLatency } from './latency.js'
import { readOptions } from './options.js'
import { load, machine, writeFigures } from './report.js'
import { shownPlans } from './plans.js'
import { measureSizing } from './sizing.js'
import { setStage } from './stage.js'
import { measureStart } from './starting.js'

const options = readOptions(process.argv.slice(2))
const { size, parts, count, seconds, keep } = options

await runProgram(async (closing) => {
  let isGood = true
  if (parts.has('start'))
    await part('start', [machine()], closing, (tell) => measureStart(options.starts, closing, tell))
  if (parts.has('bounds'))
    await part('bounds', [machine()], closing, async (tell) => {
      isGood = await measureBounds(options, closing, tell)
    })
  if (parts.has('sizing'))
    await part('sizing', [`${connections} connections; ${seconds} s each`, machine()], closing, (tell) =>
      measureSizing(seconds, closing, tell),
    )
  if (!parts.has('latency') && !parts.has('hot')) return isGood

  const folder = keep ?? (await temporaryFolder('bench', closing))
  const stage = await setStage(folder, sizes[size], closing, (text) => say(`filling: ${text}`))
  const facts = (how: string): string[] => [
    `${countsOf(sizes[size])}; ${how}`,
    `PostgreSQL ${stage.postgres}, ${machine()}`,
  ]
  if (parts.has('latency')) {
    await part(`modules-${size}`, facts(`${count} requests of each kind`), closing, (tell) =>
      measureLatency(stage, options, closing, tell),
    )
    const plans = await shownPlans(stage)
    plans.forEach(say)
    if (options.isWritten && size === 'full') await writeFigures('module-plans-full', plans)
  }
  if (parts.has('hot')) {
    const how = `${connections} connections; ${seconds} s each`
    await part(`hot-${size}`, facts(how), closing, async (tell) => {
      isGood = (await measureHot(stage, options, closing, tell)) && isGood
    })
  }
  return isGood
})

/** Runs `work` and writes its output to a file of this name if asked to; nothing of it runs during the next part. */
async function part(
  name: string,
  facts: readonly string[],
  closing: Closing,
  work: (tell: Say) => Promise<void>,
): Promise<void> {
  const lines: string[] = []
  const tell = (text: string): void => {
    lines.push(text)
    say(text)
  }
  const before = closing.length
  facts.forEach(tell)
  tell(`load of the machine before: ${load()}`)
  await work(tell)
  tell(`load of the machine after: ${load()}`)
  await letGo(closing, before)
  if (options.isWritten) await writeFigures(name, lines)
}

function countsOf({ modules, organizations }: Size): string {
  const [one, ten, owners] = [modules, modules * 10, organizations].map((each) => each.toLocaleString('en'))
  return `${one} modules, ${ten} versions, ${owners} organizations`
}
