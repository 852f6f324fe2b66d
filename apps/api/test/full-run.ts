/** True in `npm run test:full`, where nothing is left out. */
export const isFull = process.env['ENGINE_TEST_FULL'] === '1'

/** Number of callers at once in a race: two may be enough to lose it, and each more costs time. */
export const racers = isFull ? 30 : 6
