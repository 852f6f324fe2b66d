import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import { keyring } from '../../src/adapters/secrets/keys.js'
import { StateThreads } from '../../src/adapters/states/state-threads.js'
import type { StateBytes } from '../../src/domain/states/state.js'
import { StateTurns } from '../../src/domain/states/state-turns.js'
import { testSecretKey } from '../app.js'
import { stateBytes } from './state-bytes.js'
import { lineage } from './states.js'

const mebibyte = 1024 * 1024
const ring = keyring([testSecretKey])

const threads = new StateThreads()

afterAll(() => threads.close())

const stateOf = (rest: string): StateBytes =>
  stateBytes(`{"version":4,"serial":1,"lineage":"${lineage}",${rest}}`)

const small = stateOf('"outputs":{},"resources":[]')
/** A state that took seconds: one resource names its type ten million times. */
const slow = stateOf(`"resources":[{"type":1${',"type":1'.repeat(10_000_000)}}]`)

rule('§18 turns', "One organization's large or slow states delay another's small ones by at most a second")
test('a small state is read while a slow large one still is', async () => {
  const ended: string[] = []
  const read = async (name: string, state: StateBytes) => {
    const { facts } = await threads.read(state, { id: `sv-${name}` }, ring)
    ended.push(name)
    return facts
  }
  const slowly = read('slow', slow)
  expect(await read('small', small)).toMatchObject({ serial: 1, resourceCount: 0 })
  expect(ended).toEqual(['small'])
  expect(await slowly).toMatchObject({ serial: 1, resourceCount: 0 })
})

/** Work that begins and waits to be ended. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((end) => ends.set(name, end))
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, work, end }
}

test('organizations take turns, and small states wait for no large one', async () => {
  const turns = new StateTurns('read')
  const { begun, work, end } = works()
  const all = [1, 2, 3, 4].map((number) => turns.run('org-a', 100 * mebibyte, work(`large ${number} of a`)))
  all.push(
    turns.run('org-b', 100 * mebibyte, work('large of b')),
    turns.run('org-b', mebibyte, work('small of b')),
  )
  expect(begun).toEqual(['large 1 of a', 'large 2 of a', 'small of b'])
  await end('large 1 of a')
  await end('large 2 of a')
  expect(begun.slice(3)).toEqual(['large 3 of a', 'large of b'])
  for (const name of ['large 3 of a', 'large of b', 'small of b', 'large 4 of a']) await end(name)
  await Promise.all(all)
})
