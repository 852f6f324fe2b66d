import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from '../bench/dice.js'
import type { Ledger } from './ledger.js'
import { read, steady } from './readers.js'
import type { Traffic } from './traffic.js'
import { dataOf, pathOf, Unacknowledged, Work } from './work.js'
import { consumers, organization, stories, type Story } from './writers.js'

/** How many of each are at work at once. */
const readers = 6
const writersOfAStory = 2

const pauseAfterFailure = 200

export interface Load {
  /** Resolves when all readers and writers have ended what they were at. */
  stop(): Promise<void>
}

export interface LoadOptions {
  readonly traffic: Traffic
  readonly ledger: Ledger
  readonly seed: number
  readonly folder: string
}

/** What the readers and writers find: organizations, and modules to download. */
export async function prepare({ traffic, folder, ledger }: LoadOptions): Promise<void> {
  const post = (path: string, type: string, attributes: object) =>
    work.write({ kind: 'set up', action: '', method: 'POST', path, status: 201, data: { type, attributes } })
  const work = new Work(new Dice(0), 0, traffic, ledger, join(folder, 'sources'))
  for (const name of [organization, ...consumers])
    await post('/api/v2/organizations', 'organizations', { name, email: `${name}@example.com` })
  for (const address of steady) {
    const [, name, provider] = address.split('/')
    const modules = `/api/v2/organizations/${organization}/registry-modules`
    await post(modules, 'registry-modules', { name, provider })
    const versions = `${modules}/private/${address}/versions`
    const made = await post(versions, 'registry-module-versions', { version: '1.0.0' })
    const path = pathOf(dataOf(made).links?.upload ?? '')
    const bytes = await work.archive(address)
    await work.write({ kind: 'set up', action: '', method: 'PUT', path, status: 200, isSigned: true, bytes })
  }
}

/** Lets readers and writers loose, each with dice of his own, so that the seed says what each does. */
export function begin({ traffic, ledger, seed, folder }: LoadOptions): Load {
  let isOver = false
  let count = 0
  const loop = async (step: (dice: Dice) => Promise<boolean>, longest: number): Promise<void> => {
    const dice = new Dice(seed + ++count)
    while (!isOver) {
      // What failed is not asked again at once, or an absence would fill the table.
      await sleep((await step(dice)) ? dice.between(0, longest) : pauseAfterFailure)
    }
  }
  const write = (story: Story) => async (dice: Dice) => {
    try {
      await story(new Work(dice, ledger.nextStory(), traffic, ledger, join(folder, 'sources')))
      return true
    } catch (error) {
      if (!(error instanceof Unacknowledged)) throw error
      return false
    }
  }
  const reading = Array.from({ length: readers }, () => loop((dice) => read(dice, traffic), 20))
  const writing = Object.values(stories).flatMap((story) =>
    Array.from({ length: writersOfAStory }, () => loop(write(story), 100)),
  )
  const all = Promise.all([...reading, ...writing])
  return {
    async stop() {
      isOver = true
      await all
    },
  }
}
