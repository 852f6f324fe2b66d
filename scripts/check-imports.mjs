// The import rules of .dependency-cruiser.mjs, held against the sources. A checker that sees nothing passes
// everything, so every source file on the disk must be among those that it has read.
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import rules from '../.dependency-cruiser.mjs'
import { report } from './lib/fault.mjs'
import { repositoryPaths } from './lib/files.mjs'
import { isProgram, root } from './lib/workspace.mjs'

const require = createRequire(import.meta.url)
const roots = ['packages', 'apps', 'e2e', 'scripts']
const source = /^(packages|apps|e2e|scripts)\/.*(?<!\.d)\.(ts|tsx|mjs)$/

// The parser takes TypeScript as it is, but must be told where the angle brackets are JSX.
const swc = require('@swc/core')
const parseFile = swc.parseFileSync
swc.parseFileSync = (file, options) => parseFile(file, { ...options, tsx: /\.[tj]sx$/.test(file) })

/**
 * Holds the rules against the sources under `folder`.
 * Returns `{ seen, unseen, violations }`: how many files were read, those on the disk that were not, and a line for
 * each import that is refused.
 */
export async function checkImports(folder) {
  const { cruise } = await import('dependency-cruiser')
  const sources = repositoryPaths(source, folder)
  const { output } = await cruise(
    roots.filter((name) => sources.some((file) => file.startsWith(`${name}/`))),
    { ...rules.options, baseDir: folder, validate: true, ruleSet: { forbidden: rules.forbidden } },
    // As in the tsconfig.json of the console.
    { alias: { '~': resolve(folder, 'apps/console/src') } },
  )
  const seen = new Set(output.modules.map((module) => module.source))
  return {
    seen: sources.filter((file) => seen.has(file)).length,
    unseen: sources.filter((file) => !seen.has(file)),
    violations: [...output.summary.violations.map(describe), ...areaCycles(output.modules)].sort(),
  }
}

/**
 * Areas of the domain that need each other, by whatever files. The checker's own rule for folders would count the
 * ways that lead through tests.
 */
function areaCycles(modules) {
  const areaOf = (path) => /^apps\/api\/src\/domain\/([^/]+)\//.exec(path)?.[1]
  const needs = new Map()
  for (const { source, dependencies } of modules) {
    const area = areaOf(source)
    if (!area || source.includes('.test.')) continue
    const others = dependencies
      .map(({ resolved }) => areaOf(resolved))
      .filter((other) => other && other !== area)
    needs.set(area, new Set([...(needs.get(area) ?? []), ...others]))
  }

  const cycles = []
  const follow = (area, way) => {
    for (const next of needs.get(area) ?? []) {
      // Each cycle is told once, from its first area in the alphabet.
      if (next === way[0]) cycles.push(`domain: ${[...way, next].join(' -> ')}: no cycles between areas`)
      else if (next > way[0] && !way.includes(next)) follow(next, [...way, next])
    }
  }
  for (const area of needs.keys()) follow(area, [area])
  return cycles
}

function describe({ rule, from, to, cycle }) {
  const round = cycle?.length ? cycle.map((step) => step.name ?? step).join(' -> ') : to
  return from === to ? `${from}: ${rule.name}` : `${from} -> ${round}: ${rule.name}`
}

if (isProgram(import.meta.url)) {
  const { seen, unseen, violations } = await checkImports(root)
  const faults = [...violations, ...unseen.map((file) => `${file}: the checker has not read this file`)]
  if (seen === 0) faults.push('no sources were found')
  report(faults, `${seen} files keep the import rules`)
}
