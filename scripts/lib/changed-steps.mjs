import { posix } from 'node:path'

/** Maximum number of tests that one changed file may ask for: a helper that all tests share asks for none. */
const mostTests = 20

/** Workspaces whose tests Vitest picks by their imports. The API is not one: each of its tests loads the whole API. */
const picked = {
  'packages/shared/': '@engine/shared',
  'packages/threads/': '@engine/threads',
  'packages/limited-server/': '@engine/limited-server',
  'packages/module-source/': '@engine/module-source',
  'packages/provider-source/': '@engine/provider-source',
  'packages/publish/': '@engine/publish',
  'apps/console/': '@engine/console',
}

/**
 * Phases of `npm test -- --changed` for changed paths, tests first, and what they leave out. `tests` are the test files of
 * the API, as `{ path, text }`, and `base` is the commit that the change is compared with.
 */
export function changedSteps(paths, { tests, base }) {
  const phases = []
  const leftOut = []
  const isTouched = (folder) => paths.some((path) => path.startsWith(folder))
  const withTests = (name, task, args) =>
    phases.push([{ name, task, args: [...args, '--passWithNoTests'], mayBeEmpty: true }])

  for (const [folder, workspace] of Object.entries(picked))
    if (isTouched(folder)) withTests(folder.split('/')[1], `${workspace}#test`, ['--changed', base])
  const related = relatedTests(paths, tests)
  if (related.files.length > 0)
    withTests(
      'api',
      '@engine/api#test:changed',
      related.files.map((path) => path.slice('apps/api/'.length)),
    )
  leftOut.push(...related.leftOut)
  if (isTouched('scripts/')) withTests('scripts', '//#test:scripts', ['--changed', base])
  if (isTouched('e2e/'))
    phases.push([
      {
        name: 'journeys',
        task: '@engine/e2e#test',
        args: [`--only-changed=${base}`, '--pass-with-no-tests'],
        mayBeEmpty: true,
      },
    ])
  if (isTouched('prisma/')) leftOut.push('tests of the changed schema: `npm test -- api` runs them')

  const checks = [
    { name: 'format', task: '//#check:format' },
    { name: 'repository', task: '//#check:repository' },
  ]
  if (paths.some((path) => /\.(ts|tsx|mjs|json)$/.test(path))) {
    checks.push({ name: 'lint', task: '//#check:lint' }, { name: 'types', task: 'types' })
    leftOut.push('imports, unused code, the build and further tests and journeys: `npm test` runs them')
  }
  phases.push(checks)
  return { phases, leftOut }
}

/**
 * Tests of the API that a change asks for: changed ones, those that import a changed file themselves, and those that are
 * named like one, since face, service, store and tests of a thing have its name.
 */
export function relatedTests(paths, tests) {
  const found = new Set()
  const leftOut = []
  for (const path of paths.filter((each) => each.startsWith('apps/api/'))) {
    const own = tests.filter((test) => test.path === path)
    const of = tests.filter((test) => isNamedLike(test.path, path) || imports(test, path))
    if (own.length === 0 && of.length > mostTests)
      leftOut.push(`${of.length} tests that belong to ${path}: \`npm test -- api\` runs them`)
    for (const test of own.length > 0 ? own : of.length > mostTests ? [] : of) found.add(test.path)
  }
  return { files: [...found].sort(), leftOut }
}

const nounOf = (path) => posix.basename(path).split('.')[0].replace(/s$/, '')

function isNamedLike(test, path) {
  return /\.tsx?$/.test(path) && path.startsWith('apps/api/src/') && nounOf(test) === nounOf(path)
}

function imports({ path: test, text }, path) {
  const target = path.replace(/\.ts$/, '.js')
  return [...text.matchAll(/'(\.[^']+\.m?js)'/g)].some(
    ([, name]) => posix.join(posix.dirname(test), name) === target,
  )
}
