import assert from 'node:assert/strict'
import { test } from 'vitest'
import { rules } from './check-repository.mjs'

/** What the rule with `words` in its name says about these files. */
function breaks(words, files) {
  const [, rule] = Object.entries(rules).find(([name]) => name.includes(words))
  return rule(Object.entries(files).map(([path, text]) => ({ path, text })))
}

const manifest = JSON.stringify({
  engines: { node: '>=20.19.0' },
  devDependencies: { a: '1.0.0', b: '^2.0.0' },
})
const lock = (entry) => JSON.stringify({ packages: { 'node_modules/a': entry } })

test('a real brand word is refused in the product alone', () => {
  const text = 'one\nconst word = "Terraform"\n'
  assert.deepEqual(breaks('brand word', { 'apps/api/src/a.ts': text }), [
    'apps/api/src/a.ts:2: const word = "Terraform"',
  ])
  assert.deepEqual(
    breaks('brand word', { 'apps/api/src/a.test.ts': text, 'e2e/a.ts': text, 'README.md': text }),
    [],
  )
})

test('a migration that the release before cannot live with is refused until it says why', () => {
  const path = 'prisma/migrations/1_a/migration.sql'
  const sql = 'ALTER TABLE "a" DROP COLUMN "b";\n'
  assert.equal(breaks('a migration', { [path]: sql }).length, 1)
  assert.deepEqual(breaks('a migration', { [path]: `-- contract: unused since release 1.4\n${sql}` }), [])
  assert.deepEqual(breaks('a migration', { 'apps/api/a.sql': sql }), [])
})

test('a count that tests of the API share is refused, and one of a test’s own is not', () => {
  const text = 'let count = 0\nconst path = 1\n'
  assert.deepEqual(breaks('keeps nothing', { 'apps/api/test/policy/things.ts': text }), [
    'apps/api/test/policy/things.ts:1: let count = 0',
  ])
  assert.deepEqual(
    breaks('keeps nothing', { 'apps/api/test/policy/walk.test.ts': text, 'apps/api/src/a.ts': text }),
    [],
  )
})

test('a metric or a line of the overview that no one is told how to read is refused', () => {
  const files = {
    'apps/api/src/app.ts': "metrics.gauge('engine_things', 'Things.', read)",
    'apps/console/src/app/(signed-in)/overview/entries.ts': "badge: { text: 'Disk full', color: 'red' }",
  }
  assert.equal(breaks('every metric', { ...files, 'docs/OPERATIONS.md': '' }).length, 2)
  const told = '| `engine_things` | … |\n| _Disk full_ | … |\n'
  assert.deepEqual(breaks('every metric', { ...files, 'docs/OPERATIONS.md': told }), [])
})

test('a cast of the rows of SQL is refused in the product, but where the builder sends them', () => {
  const text = 'await client.$queryRaw<User[]>`SELECT id FROM users`\n'
  assert.equal(breaks('not cast', { 'apps/api/src/domain/a.store.ts': text }).length, 1)
  assert.deepEqual(breaks('not cast', { 'apps/api/src/domain/sql.ts': text, 'apps/api/test/a.ts': text }), [])
})

test('a number or a time that the console writes its own way is refused, but where it is written for all', () => {
  const refused = [
    "{total.toLocaleString('en')}",
    'new Date(at).toLocaleDateString()',
    "new Intl.DateTimeFormat('en').format(at)",
    'at.toISOString().slice(0, 10)',
    '<td>{at.toISOString()}</td>',
  ]
  const text = `${refused.join('\n')}\nsend({ until: until.toISOString() })\n`
  assert.equal(breaks('numbers and times', { 'apps/console/src/app/a.tsx': text }).length, refused.length)
  const elsewhere = ['ui/text.ts', 'ui/moment.tsx', 'ui/a.test.ts'].map((path) => [
    `apps/console/src/${path}`,
    text,
  ])
  assert.deepEqual(breaks('numbers and times', Object.fromEntries(elsewhere)), [])
})

test('a note that something is to be done is refused', () => {
  assert.deepEqual(breaks('unfinished', { 'e2e/a.ts': `// ${'TO'}${'DO'}: later` }).length, 1)
})

test('a link to a file that is not there is refused; an external one is not followed', () => {
  const text = '# Here\n[a](gone.md) [b](package.json#x) [c](https://example.com/#y) [d](#here)'
  assert.deepEqual(breaks('links', { 'NOTES.md': text }), ['NOTES.md: gone.md'])
})

test('a link to a heading that is not there is refused', () => {
  const text = '# A `b`, c’s\n[d](#a-b-cs) [e](docs/e.md#f) [g](#a) [h](docs/e.md#g)'
  const faults = breaks('links', { 'NOTES.md': text, 'docs/e.md': '## F\n[i](../NOTES.md#a-b-cs)' })
  assert.deepEqual(faults, ['NOTES.md: #a', 'NOTES.md: docs/e.md#g'])
})

test('an unexplained variable is refused', () => {
  const config = 'const environment = z.object({\n  PORT: port,\n  SECRET: secret,\n})'
  assert.deepEqual(breaks('variable', { 'apps/api/src/config.ts': config, '.env.example': '#PORT=4000\n' }), [
    '.env.example: SECRET is missing',
  ])
})

test('a version range is refused', () => {
  assert.deepEqual(breaks('pinned', { 'package.json': manifest }), ['package.json: b is ^2.0.0'])
})

test('a release without an entry in the changelog, or with a second number, is refused', () => {
  const faults = (workspace, locked, changes) =>
    breaks('has one number', {
      'package.json': JSON.stringify({ version: '1.2.0' }),
      'apps/api/package.json': JSON.stringify(workspace),
      'package-lock.json': JSON.stringify({ version: locked }),
      'CHANGELOG.md': changes,
    })
  const changes = '# Changelog\n\n## Unreleased\n\n## 1.2.0 – 2026-01-31\n'
  assert.deepEqual(faults({}, '1.2.0', changes), [])
  assert.deepEqual(faults({ version: '1.2.0' }, '1.2.0', changes), [
    'apps/api/package.json: drop version; package.json has it',
  ])
  assert.deepEqual(faults({}, '1.1.0', changes), [
    'package-lock.json: version is 1.1.0; npm install --package-lock-only makes it 1.2.0',
  ])
  assert.deepEqual(faults({}, '1.2.0', changes.replace('1.2.0', '1.2.01')), [
    'CHANGELOG.md: no heading "## 1.2.0"',
  ])
})

test('a lock file with a download host, too new an engine or a missing platform is refused', () => {
  const faults = (entry) =>
    breaks('lock file', { 'package.json': manifest, 'package-lock.json': lock(entry) })
  assert.deepEqual(faults({ version: '1.0.0', engines: { node: '>=18' } }), [])
  assert.match(faults({ resolved: 'https://registry.example/a.tgz' })[0], /names the host/)
  assert.match(faults({ engines: { node: '>=22' } })[0], /wants Node.js >=22/)
  assert.match(faults({ optionalDependencies: { 'a-darwin': '1.0.0' } })[0], /lacks a-darwin/)
})
