import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, test } from 'vitest'
import { checkImports } from './check-imports.mjs'

const folders = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const src = 'apps/api/src'
const main = `${src}/main.ts`

/** A repository of nothing but these files, by path; the API loads all that are its own. */
function repository(files) {
  const root = mkdtempSync(join(tmpdir(), 'imports-'))
  folders.push(root)
  const loaded = Object.keys(files).filter((path) => path.startsWith(src) && !path.includes('.test.'))
  const program = loaded.map((path) => `import './${path.slice(src.length + 1).replace(/ts$/, 'js')}'\n`)
  const all = {
    'package.json': '{"type":"module"}',
    ...(loaded.length > 0 && { [main]: program.join('') }),
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const domain = `${src}/domain/teams`

const refused = [
  ['packages/shared/src/names.ts', `${src}/kernel/ids.ts`],
  ['packages/publish/src/run.ts', `${src}/kernel/ids.ts`],
  ['packages/module-source/src/archive.ts', `${src}/kernel/ids.ts`],
  ['packages/module-source/src/archive.ts', 'packages/publish/src/run.ts'],
  ['packages/provider-source/src/checksums.ts', `${src}/kernel/ids.ts`],
  [`${domain}/teams.service.ts`, 'packages/provider-source/src/openpgp/library.ts'],
  [`${domain}/teams.service.ts`, 'packages/module-source/src/hcl/module-source.ts'],
  [`${src}/kernel/page.ts`, 'packages/module-source/src/archive.ts'],
  ['packages/publish/src/run.ts', `${src}/adapters/hashing.ts`],
  ['packages/publish/src/run.ts', `${domain}/teams.service.ts`],
  [`${src}/kernel/page.ts`, `${domain}/team.ts`],
  [`${src}/kernel/page.ts`, `${src}/adapters/hashing.ts`],
  [`${src}/kernel/page.ts`, `${src}/http/limits.ts`],
  [`${domain}/teams.service.ts`, `${src}/domain/users/users.store.ts`],
  [`${domain}/teams.service.ts`, `${src}/adapters/hashing.ts`],
  [`${domain}/teams.service.ts`, `${src}/rest/teams.routes.ts`],
  [`${domain}/teams.service.ts`, `${src}/http/limits.ts`],
  [`${domain}/teams.service.ts`, `${src}/generated/prisma/client.ts`],
  [`${domain}/teams.store.ts`, `${domain}/teams.service.ts`],
  [`${domain}/teams.store.ts`, `${src}/graphql/teams.ts`],
  [`${src}/graphql/teams.ts`, `${domain}/teams.store.ts`],
  [`${src}/rest/teams.routes.ts`, `${src}/generated/prisma/client.ts`],
  [`${src}/rest/teams.routes.ts`, `${src}/graphql/teams.ts`],
  [`${src}/registry/modules.ts`, `${src}/adapters/storage.ts`],
  [`${src}/http/limits.ts`, `${src}/rest/teams.routes.ts`],
  [`${src}/adapters/storage.ts`, `${src}/registry/modules.ts`],
  [`${src}/adapters/storage.ts`, `${domain}/teams.service.ts`],
  [`${src}/jobs/sweep.ts`, `${domain}/teams.store.ts`],
  [`${src}/jobs/sweep.ts`, `${src}/rest/teams.routes.ts`],
  ['apps/console/src/paths.ts', `${src}/kernel/ids.ts`],
  ['e2e/fixtures.ts', `${src}/kernel/ids.ts`],
  ['e2e/fixtures.ts', 'apps/console/src/paths.ts'],
  [`${src}/app.ts`, `${domain}/teams.test.ts`],
]

const accepted = [
  [`${src}/kernel/page.ts`, 'packages/shared/src/names.ts'],
  ['packages/publish/src/run.ts', 'packages/module-source/src/hcl/module-source.ts'],
  ['packages/module-source/src/hcl/hcl-threads.ts', 'packages/threads/src/threads.ts'],
  [`${domain}/teams.service.ts`, 'packages/module-source/src/module-source.ts'],
  [`${domain}/teams.service.ts`, 'packages/provider-source/src/checksums.ts'],
  ['packages/publish/src/run.ts', 'packages/provider-source/src/openpgp/library.ts'],
  [`${src}/graphql/teams.ts`, 'packages/module-source/src/comparison/module-comparison.ts'],
  [`${src}/adapters/storage.ts`, 'packages/threads/src/threads.ts'],
  [`${src}/http/limits.ts`, 'packages/limited-server/src/connections.ts'],
  ['apps/console/server.mjs', 'packages/limited-server/src/connections.ts'],
  ['packages/publish/src/run.ts', 'packages/shared/src/names.ts'],
  [`${domain}/teams.service.ts`, `${domain}/teams.store.ts`],
  [`${domain}/teams.service.ts`, `${src}/domain/users/users.service.ts`],
  [`${domain}/teams.service.ts`, `${src}/kernel/page.ts`],
  [`${domain}/teams.store.ts`, `${src}/generated/prisma/client.ts`],
  [`${domain}/teams.store.ts`, `${domain}/team.ts`],
  [`${src}/graphql/teams.ts`, `${domain}/teams.service.ts`],
  [`${src}/rest/teams.routes.ts`, `${src}/http/limits.ts`],
  [`${src}/adapters/storage.ts`, `${src}/kernel/storage.ts`],
  [`${src}/jobs/sweep.ts`, `${domain}/teams.service.ts`],
  [`${src}/app.ts`, `${src}/adapters/storage.ts`],
  ['e2e/fixtures.ts', 'packages/shared/src/names.ts'],
  [`${domain}/teams.test.ts`, `${src}/adapters/storage.ts`],
]

const importing = (from, to) => ({
  [from]: `import type { A } from '${relativeImport(from, to)}'\nexport const a = (b: A): A => b\n`,
  [to]: 'export type A = string\nexport const b = 1\n',
})

function relativeImport(from, to) {
  return `${'../'.repeat(from.split('/').length - 1)}${to.replace(/\.ts$/, '.js')}`
}

for (const [from, to] of refused) {
  test(`${from} may not import ${to}, not even a type`, async () => {
    const { violations } = await checkImports(repository(importing(from, to)))
    assert.equal(violations.length > 0, true)
    assert.match(violations[0], new RegExp(`^${from} -> ${to}: `))
  })
}

for (const [from, to] of accepted) {
  test(`${from} may import ${to}`, async () => {
    const { violations, unseen } = await checkImports(repository(importing(from, to)))
    assert.deepEqual({ violations, unseen }, { violations: [], unseen: [] })
  })
}

test('JSX is read, and a forbidden import in it is seen', async () => {
  const page = 'apps/console/src/ui/page.tsx'
  const files = importing(page, `${src}/kernel/ids.ts`)
  files[page] += "export const Page = () => <p className='x'>text</p>\n"
  assert.match((await checkImports(repository(files))).violations[0], /^apps\/console\/src\/ui\/page.tsx -> /)
})

test('a re-export and a dynamic import count', async () => {
  for (const statement of [
    "export * from '../graphql/b.js'",
    "export const b = () => import('../graphql/b.js')",
  ]) {
    const root = repository({
      [`${src}/rest/a.ts`]: statement,
      [`${src}/graphql/b.ts`]: 'export const b = 1\n',
    })
    assert.match((await checkImports(root)).violations[0], /rest\/a\.ts -> .*graphql\/b\.ts/)
  }
})

test('two areas that need each other are a cycle, even by way of different files', async () => {
  const root = repository({
    [`${src}/domain/teams/teams.service.ts`]: "import { u } from '../users/user.js'\nexport const s = u\n",
    [`${src}/domain/teams/team.ts`]: 'export const t = 1\n',
    [`${src}/domain/users/users.service.ts`]: "import { t } from '../teams/team.js'\nexport const s = t\n",
    [`${src}/domain/users/user.ts`]: 'export const u = 1\n',
  })
  assert.match((await checkImports(root)).violations.join('\n'), /no cycles between areas/)
})

test('a file that nothing knows and that knows nothing is an orphan', async () => {
  const root = repository({ 'apps/console/src/alone.ts': 'export const a = 1\n' })
  assert.deepEqual((await checkImports(root)).violations, ['apps/console/src/alone.ts: no orphans'])
})

test('a file of the API that only a test loads is none of production', async () => {
  const files = {
    [main]: "import './kernel/a.js'\n",
    [`${src}/kernel/a.ts`]: 'export const a = 1\n',
    [`${src}/kernel/b.ts`]: 'export const b = 1\n',
    [`${src}/kernel/b.test.ts`]: "import './b.js'\n",
  }
  const rule = 'production loads every file of the API'
  assert.deepEqual((await checkImports(repository(files))).violations, [`${src}/kernel/b.ts: ${rule}`])
})

test('an import of a missing file is refused', async () => {
  const root = repository({ [`${src}/kernel/a.ts`]: "export * from './gone.js'\n" })
  assert.match((await checkImports(root)).violations.join('\n'), /every import is found/)
})

test('the alias of the console is followed', async () => {
  const page = 'apps/console/src/ui/page.ts'
  const importingPaths = { [page]: "export type { A } from '~/paths'\n" }
  const { violations } = await checkImports(repository(importingPaths))
  assert.match(violations.join('\n'), /every import is found/)
  const found = { ...importingPaths, 'apps/console/src/paths.ts': 'export type A = string\n' }
  assert.deepEqual((await checkImports(repository(found))).violations, [])
})
