import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { letGo, type Closing } from '../../load/src/server/program.js'
import { openSite } from '../../load/src/soak/site.js'
import { soak } from '../../load/src/soak/soak.js'
import { isFull } from '../full-run.js'

/** The same seed again: `ENGINE_TEST_FULL=1 ENGINE_TEST_SEED=… npx vitest run test/process/replicas.test.ts`. */
const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)

const closing: Closing = []
afterAll(() => letGo(closing))

test.runIf(isFull)(
  'two replicas that start at once on an empty database are restarted in turn under load: no request fails, each sees within a second what was written before, and each write is audited once',
  async () => {
    console.log(`ENGINE_TEST_SEED=${seed}`)
    const folder = await mkdtemp(join(tmpdir(), 'engine-replicas-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const said: string[] = []
    const onLine = (line: string): void => void said.push(line)
    const site = await openSite({ folder, replicas: 2, onLine }, closing)
    const verdicts = await soak(site, { seed, seconds: 6, every: 2 }, closing, onLine)
    const broken = verdicts.filter(({ breaks }) => breaks.length > 0)
    expect(broken, said.slice(-60).join('\n')).toEqual([])
    // Both were restarted, while there was much to do.
    expect(said.filter((line) => line.includes('a replica was restarted'))).toHaveLength(2)
    expect(Number(/^all +(\d+)/m.exec(said.join('\n'))?.[1])).toBeGreaterThan(100)
  },
)
