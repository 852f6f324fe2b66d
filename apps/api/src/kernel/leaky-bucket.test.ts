import { expect, test } from 'vitest'
import { TestClock } from '../../test/clock.js'
import { LeakyBucket } from './leaky-bucket.js'
import { seconds } from './clock.js'

/** Works that end when they are told to, in a bucket for two failures. */
function tries() {
  const clock = new TestClock()
  const bucket = new LeakyBucket({ capacity: 2, leakInterval: seconds(10), keys: 10 })
  const ends: ((error?: Error) => void)[] = []
  const work = () =>
    new Promise<string>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve('good'))))
  const wrong = new Error('wrong')
  const run = () =>
    bucket.run('key', clock, work, (error) => error === wrong).catch((error: Error) => error.message)
  const end = async (error?: Error): Promise<void> => {
    ends.shift()?.(error)
    await new Promise(setImmediate)
  }
  return { clock, ends, run, end, wrong }
}

test('many good ones at once wait for each other', async () => {
  const { ends, run, end } = tries()
  const all = Promise.all([run(), run(), run(), run(), run()])
  for (const underWay of [2, 2, 2, 2, 1]) {
    expect(ends.length).toBe(underWay)
    await end()
  }
  expect(await all).toEqual(['good', 'good', 'good', 'good', 'good'])
})

test('those that wait are refused once as many as fit have failed', async () => {
  const { clock, run, end, wrong } = tries()
  const all = Promise.all([run(), run(), run()])
  await end(wrong)
  await end(wrong)
  expect(await all).toEqual(['wrong', 'wrong', 'rate-limited'])
  clock.move(seconds(10))
  const next = run()
  await end()
  expect(await next).toBe('good')
})

test('what failed for another reason costs nothing', async () => {
  const { run, end } = tries()
  for (let n = 0; n < 5; n++) {
    const one = run()
    await end(new Error('away'))
    expect(await one).toBe('away')
  }
})
