import { afterEach, expect, test } from 'vitest'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin('inside')
const { app, ask, list, download, row, version, decide } = await startControlled(origin)
const ana = await app.make.user()

afterEach(() => origin.twin.recover())

/** Names that lead inside, by what they resolve to or by themselves. */
const inside = [
  'http://localhost:1/x',
  'http://10.1.2.3/x',
  'http://[::ffff:10.1.2.3]/x',
  'http://vm.invalid/x',
]

test.each(inside)('what a name resolves to is told to the log alone: %s', async (url) => {
  const thing = await origin.provider()
  thing.lie('download', (document) => ({ ...document, shasums_url: url }))
  await list(ana, thing)
  const seen = [
    (await ask(ana, thing, '/versions')).text,
    (await download(ana, thing, '1.0.0')).text,
    (await version(thing, '1.0.0')).unverified ?? '',
    (await row(thing)).syncError ?? '',
    await decide(thing, '1.0.0', 'release').then(
      () => '',
      (error: { failure: object }) => JSON.stringify(error.failure),
    ),
  ].join('\n')
  expect(seen).toContain('The origin cannot send the file')
  expect(seen).not.toMatch(/127\.0\.0\.1|10\.1\.2\.3|::|localhost|vm\.invalid|not public|ENOTFOUND/)
})
