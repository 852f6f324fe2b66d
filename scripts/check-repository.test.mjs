import assert from 'node:assert/strict'
import { test } from 'vitest'
import { rules } from './check-repository.mjs'

/** Applies the rule with `words` in its name to these files. */
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

/** A doc comment, put together so that this file has none. */
const doc = (...lines) => `/${'*'}* ${lines.join('\n * ')} */\n`

test('a doc comment that begins with neither a noun nor a verb is refused in all code', () => {
  const found = (comment) => breaks('doc comment', { 'e2e/a.ts': `const a = 1\n${comment}const b = 2\n` })
  assert.deepEqual(found(doc('What a list has.')), [`e2e/a.ts:2: ${doc('What a list has.').trim()}`])
  for (const odd of ['Of a token: its id.', 'Whether it is stored.', '(As it was sent.)', 'Does the work.'])
    assert.equal(found(doc(odd)).length, 1, odd)
  assert.equal(found(doc('', 'Where it is.')).length, 1)
  for (const plain of [
    'The parts of a list.',
    'Tells whether it is stored.',
    '`of` is the owner.',
    'Whatsoever.',
  ])
    assert.deepEqual(found(doc(plain)), [], plain)
  for (const other of ['// What a list has.\n', '/* What a list has. */\n', "const glob = 'a/**/what'\n"])
    assert.deepEqual(found(other), [], other)
})

test('words that are out are refused in the product and in documents, with the right ones', () => {
  const found = (text, path = 'docs/OPERATIONS.md') => breaks('words that are out', { [path]: text })
  assert.deepEqual(found('One.\nIt stands beside it.\n'), [
    'docs/OPERATIONS.md:2: "beside": say next to, with, as well as, while',
  ])
  const odd = [
    ...['Begin anew.', 'It counts no more.', 'Not any more.', 'So many rows.', 'A key of its own.'],
    ...['The link by which it came.', 'Whoever asks.', 'None of them.', 'To the letter.', 'As far as known.'],
    ...['so\n * many rows', 'It counts no\nmore.'],
  ]
  for (const text of odd) assert.equal(found(text).length, 1, text)
  const plain = [
    'No more than two.',
    'Besides.',
    'Its own key.',
    'The user `nobody`.',
    'SYSTEM or NOBODY',
    '"nobody"',
    'So few.',
    "'nobody'",
  ]
  for (const text of plain) assert.deepEqual(found(text), [], text)
  assert.equal(found('anew', 'apps/api/src/rest/a.ts').length, 1)
  for (const path of [
    'CHANGELOG.md',
    'apps/api/src/rest/a.test.ts',
    'e2e/a.ts',
    'prisma/migrations/1_a/migration.sql',
  ])
    assert.deepEqual(found('anew', path), [], path)
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

test('a color of a style sheet that names both themes is refused', () => {
  const text = 'a {\n  color: light-dark(red, blue);\n}\n'
  const path = 'apps/console/src/ui/a.module.css'
  assert.equal(breaks('colors of light and dark', { [path]: text }).length, 1)
  assert.deepEqual(breaks('colors of light and dark', { [path]: 'a { color: var(--console-line) }' }), [])
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

test('a promise that names a file that is not there is refused', () => {
  const text =
    '- One.\\\n  Code: `domain/a`, `console/b`,\n  `docs/c.txt`.\\\n  Tests: `domain/a`, `e2e/d`.\n- Two.\\\n  Tests: `gone`.'
  const files = {
    'docs/SECURITY.md': text,
    'apps/api/src/domain/a.ts': '',
    'apps/console/src/b.tsx': '',
    'docs/c.txt': '',
    'e2e/d.spec.ts': '',
  }
  assert.deepEqual(breaks('promises', files), [
    'docs/SECURITY.md: Tests: domain/a',
    'docs/SECURITY.md: Tests: gone',
  ])
})

test('an unexplained variable is refused', () => {
  const config = 'const environment = z.object({\n  PORT: port,\n  SECRET: secret,\n})'
  assert.deepEqual(breaks('variable', { 'apps/api/src/config.ts': config, '.env.example': '#PORT=4000\n' }), [
    '.env.example: SECRET is missing',
  ])
})

test('an override without a reason is refused', () => {
  const files = {
    'package.json': JSON.stringify({ overrides: { a: '1.0.0', b: '1.0.0' } }),
    'CONTRIBUTING.md': '`b`\n### Pinned packages\n- `a`: old\n',
  }
  assert.deepEqual(breaks('override', files), ['CONTRIBUTING.md: b is missing in "Pinned packages"'])
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
