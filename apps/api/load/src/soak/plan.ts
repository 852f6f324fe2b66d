import type { Dice } from '../bench/dice.js'

/** Something that befalls the platform, so many seconds after the load has begun. */
export interface Disturbance {
  readonly at: number
  readonly what: 'SIGTERM' | 'SIGKILL' | 'PostgreSQL'
  /** Which process it befalls, from 0; of PostgreSQL there is one. */
  readonly replica: number
}

/** Every so many seconds one of the replicas is started anew; what befalls PostgreSQL lies between two of these. */
const interval = 20

/**
 * One of the replicas is restarted every 20 seconds, of each two times once by SIGTERM and once by SIGKILL, in the
 * order of the dice; PostgreSQL twice, after about one third and two thirds of the time.
 */
export function planOf(minutes: number, replicas: number, dice: Dice): Disturbance[] {
  const plan: Disturbance[] = []
  const seconds = minutes * 60
  const signals = ['SIGTERM', 'SIGKILL'] as const
  let turn = 0
  for (let at = interval, n = 0; at < seconds; at += interval, n++) {
    if (n % 2 === 0) turn = dice.between(0, 1)
    plan.push({ at, what: signals[(turn + n) % 2] ?? 'SIGTERM', replica: dice.between(0, replicas - 1) })
  }
  for (const part of [1 / 3, 2 / 3]) {
    const at = Math.floor((seconds * part) / interval) * interval + interval / 2
    plan.push({ at, what: 'PostgreSQL', replica: 0 })
  }
  return plan.sort((a, b) => a.at - b.at)
}
