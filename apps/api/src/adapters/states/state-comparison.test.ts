import { rule } from '@engine/shared/rule'
import { onTestFinished, test, expect } from 'vitest'
import { isFull } from '../../../test/full-run.js'
import { stateBytes } from '../../../test/states/state-bytes.js'
import { StateThreads } from './state-threads.js'

function threads(): StateThreads {
  const made = new StateThreads()
  onTestFinished(() => made.close())
  return made
}

const stateOf = (value: string, spaces?: number) => {
  const instances = [{ attributes: { value, note: 'a " b' } }]
  const it = { mode: 'managed', type: 'file', name: 'it', instances }
  return stateBytes(
    JSON.stringify({ version: 4, outputs: { one: { value } }, resources: [it] }, null, spaces),
  )
}

const size = 9 * 1024 * 1024
const texts: readonly (readonly [string, string])[] = [
  ['quotes', '"'.repeat(size)],
  ['letters', 'x'.repeat(size)],
  ['backslashes', '\\'.repeat(size)],
  ['lines', 'a \n'.repeat(size / 3)],
]

rule('§13 states', 'States are compared whatever the length of the texts in them')
test.each(isFull ? texts : texts.slice(0, 1))(
  'a text of 9 MiB of %s is compared, however the state is spaced',
  async (_, text) => {
    const comparing = threads()
    const none = { added: 0, changed: 0, removed: 0 }
    const same = await comparing.compare(stateOf(text), stateOf(text, 2))
    expect(same).toEqual({ resources: none, outputs: none, changes: [] })
    const other = await comparing.compare(stateOf(text), stateOf(`${text} `))
    expect(other.changes).toMatchObject([
      { kind: 'changed', address: 'file.it' },
      { kind: 'changed', address: 'output.one' },
    ])
  },
)
