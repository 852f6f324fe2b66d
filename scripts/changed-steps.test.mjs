import assert from 'node:assert/strict'
import { test } from 'vitest'
import { changedSteps, relatedTests } from './lib/changed-steps.mjs'

const helper = 'apps/api/test/makers.ts'
const tests = [
  { path: 'apps/api/test/rest/teams.test.ts', text: "import { app } from '../app.js'" },
  { path: 'apps/api/test/rest/team-users.test.ts', text: "import { team } from '../makers.js'" },
  { path: 'apps/api/src/domain/teams/team.test.ts', text: "import { team } from './team.js'" },
  { path: 'apps/api/test/limits.test.ts', text: "import { mostTeams } from '../src/domain/teams/team.js'" },
]
const files = (...paths) => relatedTests(paths, tests).files

test('a changed service asks for the tests of its name, and a changed file for those that import it', () => {
  const named = ['apps/api/src/domain/teams/team.test.ts', 'apps/api/test/rest/teams.test.ts']
  assert.deepEqual(files('apps/api/src/domain/teams/teams.service.ts'), named)
  assert.deepEqual(files('apps/api/src/domain/teams/team.ts'), [
    named[0],
    'apps/api/test/limits.test.ts',
    named[1],
  ])
  assert.deepEqual(files(helper), ['apps/api/test/rest/team-users.test.ts'])
})

test('a changed test asks for itself alone', () => {
  assert.deepEqual(files('apps/api/test/rest/teams.test.ts'), ['apps/api/test/rest/teams.test.ts'])
})

test('a helper that very many tests share asks for none of them, and says so', () => {
  const many = Array.from({ length: 21 }, (_, n) => ({
    path: `apps/api/test/${n}.test.ts`,
    text: "import { a } from './makers.js'",
  }))
  const { files: none, leftOut } = relatedTests([helper], many)
  assert.deepEqual(none, [])
  assert.deepEqual(leftOut, ['21 tests that belong to apps/api/test/makers.ts: `npm test -- api` runs them'])
})

const stepsOf = (...paths) =>
  changedSteps(paths, { tests, base: 'abc' }).phases.map((phase) => phase.map(({ name }) => name))

test('only what a change touches is run, its tests first', () => {
  assert.deepEqual(stepsOf('docs/SECURITY.md'), [['format', 'repository']])
  assert.deepEqual(stepsOf('apps/api/src/domain/teams/teams.service.ts'), [
    ['api'],
    ['format', 'repository', 'lint', 'types'],
  ])
  assert.deepEqual(stepsOf('packages/shared/src/rule.ts', 'apps/console/src/config.ts', 'e2e/fixtures.ts'), [
    ['shared'],
    ['console'],
    ['journeys'],
    ['format', 'repository', 'lint', 'types'],
  ])
  assert.deepEqual(stepsOf('scripts/test.mjs')[0], ['scripts'])
})
