import { makeStore } from '../data/store'
import { storedText, storeText } from '../data/stored'

/** Effects of keys without a modifier. */
export type Shortcut = { kind: 'search' } | { kind: 'help' } | { kind: 'page'; key: string }

type Step = { next?: Shortcut; waits: boolean }

/** Returns the step after this key; `waits` says that the previous key was `g`. */
export function stepOf(key: string, waits: boolean): Step {
  if (waits) return { next: { kind: 'page', key }, waits: false }
  if (key === '/') return { next: { kind: 'search' }, waits: false }
  if (key === '?') return { next: { kind: 'help' }, waits: false }
  return { waits: key === 'g' }
}

/** Time in milliseconds that `g` waits for its letter. */
export const letterTimeout = 1_500

const switchKey = 'engine-single-keys'

/**
 * True if this browser takes keys without a modifier: people who dictate or press keys by accident turn them
 * off.
 */
const enabled = makeStore<boolean | undefined>(undefined)

export const areKeysOn = (): boolean => enabled.get() ?? storedText(switchKey) !== 'off'

export function turnKeys(on: boolean): void {
  enabled.set(on)
  storeText(switchKey, on ? 'on' : 'off')
}

export const onKeysChange = enabled.subscribe
