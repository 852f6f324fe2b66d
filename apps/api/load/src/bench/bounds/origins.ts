import { setTimeout as sleep } from 'node:timers/promises'
import { OriginTwin } from '../../origin/origin-twin.js'
import { newSigningKey } from '../../origin/signing.js'
import type { Traffic } from '../../server/traffic.js'
import type { Closing } from '../../server/program.js'
import { percentile } from '../report.js'
import { BoundedSite } from './site.js'

const unknown = 60
const releases = 30
const platforms = [{ os: 'linux', arch: 'amd64' }]

/** Milliseconds in which another organization gets a provider during first requests. */
export interface OriginCost {
  /** A provider that is known, installed alone: the median. */
  readonly alone: number
  /** The longest of these during first requests of another organization. */
  readonly known: number
  /** A provider that the platform has never seen, during them. */
  readonly first: number
}

/** One organization asks for sixty unknown providers at once, of an origin that takes 100 ms to answer. */
export async function measureOrigins(checkout: string, closing: Closing): Promise<OriginCost> {
  const origin = await new OriginTwin().listen()
  closing.push(() => origin.close())
  const key = await newSigningKey()
  const versions = Array.from({ length: releases }, (_, n) => ({ version: `1.${n}.0`, platforms }))
  for (let n = 0; n < unknown; n++) await origin.add('flood', `p${n}`, { key, versions })
  for (const name of ['known', 'first']) await origin.add('calm', name, { key, versions })
  origin.delay = 100

  const site = await BoundedSite.open(checkout, closing, {
    PUBLIC_REGISTRY_URL: origin.url,
    PROVIDER_COOLDOWN: '1h',
  })
  const [flood, calm] = [await callerOf(site, 'flooding'), await callerOf(site, 'calm')]
  const installKnown = () => install(calm, 'calm/known')
  await installKnown()
  const alone = percentile(await measured(installKnown, 10), 0.5)

  const asked = Array.from({ length: unknown }, (_, n) =>
    flood.ask({ kind: 'flood', path: versionsOf(`flood/p${n}`), status: 200 }),
  )
  await sleep(300)
  const first = install(calm, 'calm/first')
  const times = await measured(installKnown, 10)
  const cost = { alone, known: percentile(times, 1), first: await first }
  await Promise.all(asked)
  return cost
}

async function measured(call: () => Promise<number>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await call())
  return times.toSorted((a, b) => a - b)
}

const root = '/api/registry/public/v1/providers'
const versionsOf = (address: string) => `${root}/${address}/versions`

/** Asks as `init` does: the versions, and the file of the newest; answers the milliseconds, endless where it fails. */
async function install(client: Traffic, address: string): Promise<number> {
  const begun = performance.now()
  const file = `${root}/${address}/1.${releases - 1}.0/download/linux/amd64`
  for (const path of [versionsOf(address), file]) {
    const { fault } = await client.ask({ kind: 'install', path, status: 200 })
    if (fault !== '') return Infinity
  }
  return performance.now() - begun
}

/** Makes an organization, and answers a client with its token. */
async function callerOf(site: BoundedSite, name: string): Promise<Traffic> {
  await site.organization(name)
  const path = `/organizations/${name}/authentication-token`
  const { attributes } = await site.post(path, 'authentication-tokens', {})
  return site.as(String(attributes['token']))
}
