import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from '../bench/dice.js'
import { read, steady } from './readers.js'
import type { Traffic } from './traffic.js'
import { Failed, Work } from './work.js'
import { consumers, organization, publish, stories, type Story } from './writers.js'

/** How many of each are at work at once. */
const readers = 6
const writersOfAStory = 2

const pauseAfterFailure = 200

export interface LoadOptions {
  readonly traffic: Traffic
  readonly seed: number
  /** For the sources of modules. */
  readonly folder: string
}

/** What the readers and writers find: organizations, and modules to download. */
export async function prepare({ traffic, folder }: LoadOptions): Promise<void> {
  const work = new Work(new Dice(0), 0, traffic, folder)
  const set = { kind: 'set up', method: 'POST', path: '/api/v2/organizations', status: 201 } as const
  for (const name of [organization, ...consumers]) {
    const attributes = { name, email: `${name}@example.com` }
    await work.write({ ...set, data: { type: 'organizations', attributes } })
  }
  for (const address of steady) await publish(work, address)
}

/** Lets readers and writers loose, each with dice of his own, so that the seed says what each does. */
export function begin({ traffic, seed, folder }: LoadOptions) {
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
      await story(new Work(own, ++storiesBegun, traffic, folder))
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
  return {
    /** Resolves when all have ended what they were at. */
    async stop() {
      isOver = true
      await all
    },
  }
}
