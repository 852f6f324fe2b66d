import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isFull } from '../full-run.js'

const bench = fileURLToPath(new URL('../../load/dist/bench/main.js', import.meta.url))
const checkout = fileURLToPath(new URL('../../../../', import.meta.url))

/** Too short for figures that mean much, but long enough that each kind is answered. */
const args = ['--size', 'tiny', '--part', 'hot', '--seconds', '0.8']

/** Output of `npm run bench` after it has built the API; the bench ends with 1 if a build is slower than the other. */
const run = async (...more: string[]): Promise<string> => {
  const running = promisify(execFile)(process.execPath, [bench, ...args, ...more])
  const { stdout } = await running.catch((error: { code: number; stdout: string }) => {
    if (error.code === 1 && error.stdout.includes('BEHIND')) return error
    throw error
  })
  return stdout
}

/** The figures of a row, which stand between who asks and the targets. */
const figuresOf = (stdout: string, name: string): number[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith(name.padEnd(40)))
    .flatMap((line) => (/(?:member|administrator)((?: +[\d.]+)+)/.exec(line)?.[1] ?? '').trim().split(/ +/))
    .map(Number)

/** Expects the ratio of two rates, all of them rounded. */
function expectRatio(ratio: number | undefined, rate: number, other: number): void {
  expect(Math.abs(Number(ratio) * other - rate)).toBeLessThanOrEqual(0.01 * other + 1)
}

const rows = [
  ...['versions', '304 of versions', 'download', 'detail', 'list', 'list, always another', 'search'],
  ...['search, always another', 'namespace', 'engine versions', 'providers'],
]

/** A whole round of the bench, however short, is too long for the short run. */
test.runIf(isFull)(
  'the bench measures every kind of hot request in turn with a bare handler, and publishing',
  async () => {
    const stdout = await run()
    for (const row of rows) {
      const [rate = 0, bare = 0, ratio] = figuresOf(stdout, row)
      expect(rate, row).toBeGreaterThan(0)
      expectRatio(ratio, rate, bare)
    }
    // Those of files depend on nginx, which a machine may have.
    const lines = stdout.split('\n').filter((line) => !/^(archive|zip),/.test(line))
    expect(lines.join('\n').match(/ (kept|MISSED)\b/g)).toHaveLength(13)
  },
  300_000,
)

test.runIf(isFull)(
  'the bench compares two builds in one run',
  async () => {
    const stdout = await run('--compare', checkout, '--only', 'namespace')
    const [rate = 0, , , , , , other = 0, ratio] = figuresOf(stdout, 'namespace')
    expect(other).toBeGreaterThan(0)
    expectRatio(ratio, rate, other)
    expect(stdout.includes('BEHIND: namespace')).toBe(Number(ratio) < 0.75)
  },
  300_000,
)
