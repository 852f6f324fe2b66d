import { afterAll, expect, test } from 'vitest'
import { SourceReader } from '../hcl/module-source.testing.js'
import { interfacePairs, otherSources } from './interface-pairs.testing.js'
import { comparable } from './module-comparison.js'
import {
  baselineOf,
  interfacePolicies,
  isRefused,
  evaluateVersion,
  type BreakingDeclaration,
} from './version-verdict.js'

const reader = new SourceReader()
afterAll(() => reader.close())

const short = ({ path, kind, name, reason }: BreakingDeclaration): string =>
  `${kind}${name === '' ? '' : ` ${name}`}${path === '' || kind === 'folder' ? '' : ` of ${path}`}: ${reason}`

test.each(interfacePairs)(
  '$promise: from $from to $to',
  async ({ before, after, from, to, others, ...expected }) => {
    const published = [...others, ...(from === null ? [] : [{ version: from, isRevoked: false }])]
    const baseline = baselineOf(to, published)
    expect(baseline?.version).toBe(from ?? undefined)
    const read = async (sources: Readonly<Record<string, string>>) => comparable(await reader.read(sources))
    const verdict = evaluateVersion(to, published, baseline && (await read(before)), await read(after))
    const { step, wantedStep, wantedVersion, breaking, summary, refused } = expected
    expect(verdict).toMatchObject({
      interface: { comparedWith: from, step, wantedStep, wantedVersion },
      summary,
    })
    expect(verdict.interface.breaking.map(short)).toEqual(breaking)
    expect(verdict.interface.breakingCount).toBe(breaking.length)
    expect(interfacePolicies.filter((policy) => isRefused(verdict, policy))).toEqual(
      refused ? ['refuse'] : [],
    )
  },
)

test('a hundred of what breaks are kept, and all are counted', async () => {
  const inputs = Array.from({ length: 250 }, (_, n) => `variable "a${n}" {}\n`).join('')
  const before = comparable(await reader.read({ 'main.tf': inputs }))
  const after = comparable(await reader.read(otherSources))
  const verdict = evaluateVersion('1.0.1', [{ version: '1.0.0', isRevoked: false }], before, after)
  expect(verdict.interface.breaking).toHaveLength(100)
  expect(verdict.interface.breakingCount).toBe(250)
  expect(verdict.summary).toBe(
    '1.0.1 breaks callers of 1.0.0: input a0 was removed, input a1 was removed, input a10 was removed, … (247 more). ' +
      'By SemVer this is 2.0.0.',
  )
})
