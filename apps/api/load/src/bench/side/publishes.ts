import { BenchClient, percentile } from '../client.js'
import { publisher } from '../publishing.js'
import { targets, type Figures, type Measured } from './figures.js'
import type { Scene } from './scene.js'

/** How many publish at once, each a module of its own, to find out how many versions a second the API takes. */
const publishers = 4

/** How many slices of a request publishing lasts. */
const slices = 3

/** Publishes small modules, each by its number and its archive: one after the other, then several at once. */
export async function measurePublishing(scene: Scene): Promise<Measured[]> {
  return [
    { name: 'publish', ...(await publishWith(scene, 1)), targets: [targets.median(100)] },
    {
      name: `publish, ${publishers} at once`,
      ...(await publishWith(scene, publishers)),
      targets: [targets.rate(20)],
    },
  ]
}

async function publishWith({ api, callers, meter, seconds }: Scene, count: number): Promise<Figures> {
  const clients = Array.from({ length: count }, () => new BenchClient(api.origin))
  try {
    const all = await Promise.all(clients.map((client) => publisher(client, callers.member)))
    await Promise.all(all.map((publish) => publish()))
    const { done, spent } = await meter.around(async () => {
      const begun = performance.now()
      const until = begun + seconds * slices * 1000
      const times = await Promise.all(all.map((publish) => repeat(publish, until)))
      return { times: times.flat().sort((a, b) => a - b), took: (performance.now() - begun) / 1000 }
    })
    const { times, took } = done
    return {
      rate: times.length / took,
      median: percentile(times, 0.5),
      slowest: percentile(times, 0.99),
      processor: spent.processor / times.length,
      database: spent.database / times.length,
      statements: spent.statements / times.length,
      memory: spent.memory,
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()))
  }
}

/** Once at least, and until the time is over. In milliseconds. */
async function repeat(publish: () => Promise<void>, until: number): Promise<number[]> {
  const times: number[] = []
  do {
    const start = performance.now()
    await publish()
    times.push(performance.now() - start)
  } while (performance.now() < until)
  return times
}
