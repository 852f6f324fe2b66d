import { expect, test } from 'vitest'
import { nextVersion, type VersionState, uploadEnd } from './upload-end'

const pending: VersionState = { status: 'PENDING', error: null, size: null, updatedAt: '1' }
const failed: VersionState = { ...pending, status: 'FAILED', error: 'main.tf:2: an argument' }
const published: VersionState = { ...pending, status: 'OK', size: 12 }

/** Gives the answers one after the other, the last again and again; a second passes between two questions. */
async function asked(told: readonly (VersionState | 'no answer')[], before: VersionState, limit = 60_000) {
  let [now, questions] = [0, 0]
  const ask = async () => {
    const answer = told[Math.min(questions++, told.length - 1)]
    if (answer === undefined || answer === 'no answer') throw new Error('the connection is broken')
    return answer
  }
  const wait = async () => void (now += 1000)
  return { end: await uploadEnd(ask, before, { limit, now: () => now, wait }), questions }
}

test('an upload that was read after its connection broke is found to be published', async () => {
  expect(await asked(['no answer', 'no answer', pending, published], pending)).toEqual({
    end: { step: 'published' },
    questions: 4,
  })
})

test('one that was refused meanwhile is told with the reason', async () => {
  const { end } = await asked([pending, failed], pending)
  expect(end).toEqual({ step: 'refused', reasons: ['main.tf:2: an argument'] })
})

test('the refusal of the try before is none of this one', async () => {
  expect((await asked([failed], failed, 3000)).end).toEqual({ step: 'broken off' })
  expect((await asked([failed, { ...failed, updatedAt: '2' }], failed)).end.step).toBe('refused')
})

test('asking ends at its limit, and says whether the platform answered', async () => {
  expect(await asked([pending], pending, 5000)).toEqual({ end: { step: 'broken off' }, questions: 6 })
  expect(await asked(['no answer'], pending, 5000)).toEqual({ end: { step: 'unknown' }, questions: 6 })
})

test('after a release the next patch is proposed, for a new module the first release', () => {
  expect(nextVersion('1.2.9')).toBe('1.2.10')
  expect(nextVersion('1.2.9+build')).toBe('1.2.10')
  expect(nextVersion('1.2.99999999999999999999+build')).toBe('1.2.100000000000000000000')
  expect(nextVersion(undefined)).toBe('1.0.0')
})

test('after a pre-release the next number is unknown', () => {
  expect(nextVersion('2.0.0-rc.1')).toBe('')
})
