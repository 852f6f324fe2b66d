import { parseArgs } from 'node:util'
import { load, machine } from '../bench/report.js'
import { runProgram, say, temporaryFolder } from '../server/program.js'
import { openSite } from './site.js'
import { linesOf, soak } from './soak.js'

const { values: options } = parseArgs({
  options: {
    /** Duration of the load. */
    minutes: { type: 'string', default: '5' },
    /** The dice of the run that printed this seed. */
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    /** `s3://bucket?endpoint=…` in place of a folder that the replicas share. */
    storage: { type: 'string' },
  },
})

const replicas = 2

await runProgram(async (closing) => {
  const [minutes, seed] = [Number(options.minutes), Number(options.seed)]
  if (!(minutes > 0)) throw new Error('--minutes is a number above 0')
  say(`--minutes ${minutes} --seed ${seed}; ${replicas} replicas; ${machine()}; load before: ${load()}`)
  const folder = await temporaryFolder('soak', closing)
  const onLine = (line: string): void => say(`a replica says: ${line.slice(0, 300)}`)
  const site = await openSite({ folder, replicas, storageUrl: options.storage, onLine }, closing)
  const verdicts = await soak(site, { seed, seconds: minutes * 60, every: 20 }, closing, say)
  verdicts.flatMap(linesOf).forEach(say)
  say(`load after: ${load()}`)
  return verdicts.every(({ breaks }) => breaks.length === 0)
})
