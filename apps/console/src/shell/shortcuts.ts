import { makeStore } from '../data/store'
import { storedText, storeText } from '../data/stored'

/** What keys without a modifier ask for. */
export type Shortcut = { kind: 'search' } | { kind: 'help' } | { kind: 'page'; key: string }

type Step = { next?: Shortcut; waits: boolean }

/** After this key; `waits` says that the key before it was a `g`. */
export function stepOf(key: string, waits: boolean): Step {
  if (waits) return { next: { kind: 'page', key }, waits: false }
  if (key === '/') return { next: { kind: 'search' }, waits: false }
  if (key === '?') return { next: { kind: 'help' }, waits: false }
  return { waits: key === 'g' }
}

/** So long, in milliseconds, a `g` waits for its letter. */
export const patience = 1_500

const switchKey = 'engine-single-keys'

/** Whether this browser takes keys without a modifier: who speaks to it or presses keys by accident turns them off. */
const enabled = makeStore<boolean | undefined>(undefined)

export const areKeysOn = (): boolean => enabled.get() ?? storedText(switchKey) !== 'off'

export function turnKeys(on: boolean): void {
  enabled.set(on)
  storeText(switchKey, on ? 'on' : 'off')
}

export const onKeysChange = enabled.subscribe
