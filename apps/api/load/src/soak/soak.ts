import { setTimeout as sleep } from 'node:timers/promises'
import type { Closing, Say } from '../server/program.js'
import { judgeAudit, judgeDownloads, judgeLooks, judgeRequests, tableOf, type Verdict } from './judge.js'
import { begin, prepare, type LoadOptions } from './load.js'
import { restart, setUp, type Site } from './site.js'
import { Traffic } from './traffic.js'

interface SoakOptions extends Omit<LoadOptions, 'traffic'> {
  /** How long the load lasts. */
  readonly seconds: number
  /** A replica is restarted each time when so many have passed. */
  readonly every: number
}

/** Lets readers and writers use a site whose replicas are restarted in turn, and judges what they saw. */
export async function soak(
  site: Site,
  { seed, seconds, every, folder }: SoakOptions,
  closing: Closing,
  say: Say,
): Promise<Verdict[]> {
  const token = await setUp(site)
  const opened = (name: string): Traffic => {
    const traffic = new Traffic(site.url, token, name)
    closing.push(() => traffic.close())
    return traffic
  }
  const traffic = opened('soak')
  const work = { traffic, seed, folder }
  await prepare(work)
  const running = begin(work)
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
  await running.stop()
  tableOf(traffic.told).forEach(say)

  // What was in memory alone counts for nothing.
  faults.push(...(await restart(site, site.replicas)))
  const afterwards = opened('afterwards')
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
