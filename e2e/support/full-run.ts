/** True in `npm run test:full`, where nothing is left out. */
export const isFull = process.env['ENGINE_TEST_FULL'] === '1'
