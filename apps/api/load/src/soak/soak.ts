import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from '../bench/dice.js'
import type { Closing, Say } from '../server/program.js'
import { Failed, Traffic } from '../server/traffic.js'
import { judgeAudit, judgeDownloads, judgeLooks, judgeRequests, tellRequests, type Verdict } from './judge.js'
import { read, steady } from './readers.js'
import { restart, setUp, type Site } from './site.js'
import { Work } from './work.js'
import { consumers, organization, publish, stories, type Story } from './writers.js'

/** How many of each are at work at once. */
const readers = 6
const writersOfAStory = 2

const pauseAfterFailure = 200

interface SoakOptions {
  /** Of all dice. */
  readonly seed: number
  /** How long the load lasts. */
  readonly seconds: number
  /** A replica is restarted each time when so many have passed. */
  readonly every: number
}

/** Lets readers and writers use a site whose replicas are restarted in turn, and judges what they saw. */
export async function soak(
  site: Site,
  { seed, seconds, every }: SoakOptions,
  closing: Closing,
  say: Say,
): Promise<Verdict[]> {
  const token = await setUp(site)
  const traffic = new Traffic(site.url, token, 'soak', closing)
  await prepare(traffic)
  const stop = begin(traffic, seed)
  const faults: string[] = []
  const begun = performance.now()
  const until = (second: number) => sleep(begun + second * 1000 - performance.now())
  for (let n = 1; n * every < seconds; n++) {
    await until(n * every)
    const replicas = site.replicas.slice(n % site.replicas.length).slice(0, 1)
    faults.push(...(await restart(site, replicas)))
    say(
      `${n * every} s: a replica was restarted, ready again at ${Math.round((performance.now() - begun) / 1000)} s`,
    )
  }
  await until(seconds)
  await stop()
  tellRequests(traffic.told, say)

  // What was in memory alone counts for nothing.
  faults.push(...(await restart(site, site.replicas)))
  const afterwards = new Traffic(site.url, token, 'afterwards', closing)
  return [
    {
      promise: 'a replica that is told to stop ends with 0',
      found: `${faults.length} did not`,
      breaks: faults,
    },
    judgeRequests('no request fails, and each sees what was written before', traffic.told),
    await judgeLooks(traffic, afterwards),
    await judgeAudit(site.databaseUrl, traffic.told),
    await judgeDownloads(traffic.told, afterwards),
  ]
}

/** What the readers and writers find: organizations, and modules to download. */
async function prepare(traffic: Traffic): Promise<void> {
  const work = new Work(new Dice(0), 0, traffic)
  const set = { kind: 'set up', method: 'POST', path: '/api/v2/organizations', status: 201 } as const
  for (const name of [organization, ...consumers]) {
    const attributes = { name, email: `${name}@example.com` }
    await work.traffic.write({ ...set, data: { type: 'organizations', attributes } })
  }
  for (const address of steady) await publish(work, address)
}

/**
 * Lets readers and writers loose, each with dice of his own, so that the seed says what each does. Answers
 * what stops them, when each has ended what it was at.
 */
function begin(traffic: Traffic, seed: number) {
  let isOver = false
  let dice = seed
  let storiesBegun = 0
  const loop = async (step: (dice: Dice) => Promise<boolean>, longest: number): Promise<void> => {
    const own = new Dice(++dice)
    while (!isOver) {
      // What failed is not asked again at once, or an absence would fill the table.
      await sleep((await step(own)) ? own.between(0, longest) : pauseAfterFailure)
    }
  }
  const write = (story: Story) => async (own: Dice) => {
    try {
      await story(new Work(own, ++storiesBegun, traffic))
      return true
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      return false
    }
  }
  const reading = Array.from({ length: readers }, () => loop((own) => read(own, traffic), 20))
  const writing = stories.flatMap((story) =>
    Array.from({ length: writersOfAStory }, () => loop(write(story), 100)),
  )
  const all = Promise.all([...reading, ...writing])
  return async () => {
    isOver = true
    await all
  }
}
