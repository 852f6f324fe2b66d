import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isFull } from '../full-run.js'

const bench = fileURLToPath(new URL('../../load/dist/bench/main.js', import.meta.url))

/** Too short for figures that mean anything. */
const args = ['--size', 'tiny', '--part', 'side', '--seconds', '0.04', '--starts', '1']

const rows = [
  ...[
    'start, then idle',
    'versions',
    '304 of versions',
    'download',
    'detail',
    'list',
    'list, always another',
  ],
  ...['search', 'search, always another', 'namespace', 'engine versions', 'engine version', 'providers'],
  ...['GraphQL list page', 'publish', 'publish, 4 at once'],
]

/** A whole round of the bench, however short, is too long for the short run. */
test.runIf(isFull)(
  'the bench measures every kind of request side by side with the bare handlers',
  async () => {
    // As `npm run bench` does once it has built the API.
    const { stdout } = await promisify(execFile)(process.execPath, [bench, ...args])
    const lines = stdout.split('\n')
    for (const row of rows) expect(lines.filter((line) => line.startsWith(row.padEnd(24)))).toHaveLength(1)
    // Every target of the rows was judged, one way or the other.
    expect(stdout).toMatch(/^\d+ of 16 targets are kept$/m)
  },
  300_000,
)
