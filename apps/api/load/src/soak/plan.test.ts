import { describe, expect, test } from 'vitest'
import { Dice } from '../bench/dice.js'
import { planOf } from './plan.js'

const seeds = Array.from({ length: 50 }, (_, seed) => seed)

describe('the plan of five minutes', () => {
  const plans = seeds.map((seed) => planOf(5, 2, new Dice(seed)))

  test('restarts a replica every 20 seconds, half of the times by SIGTERM and half by SIGKILL', () => {
    for (const plan of plans) {
      const restarts = plan.filter(({ what }) => what !== 'PostgreSQL')
      expect(restarts.map(({ at }) => at)).toEqual(Array.from({ length: 14 }, (_, n) => 20 * (n + 1)))
      expect(restarts.filter(({ what }) => what === 'SIGTERM')).toHaveLength(7)
    }
  })

  test('restarts PostgreSQL twice, between two restarts of replicas', () => {
    for (const plan of plans) {
      const times = plan.filter(({ what }) => what === 'PostgreSQL').map(({ at }) => at)
      expect(times).toEqual([110, 210])
    }
  })

  test('befalls either replica, in another order for another seed, and in the same for the same', () => {
    const replicas = plans.flat().map(({ replica }) => replica)
    expect(new Set(replicas)).toEqual(new Set([0, 1]))
    expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBeGreaterThan(40)
    expect(planOf(5, 2, new Dice(7))).toEqual(plans[7])
  })
})
