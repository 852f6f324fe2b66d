import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { test } from 'vitest'
import { neededPackages } from '../deploy/image-folder.mjs'
import { repositoryFiles } from './lib/files.mjs'
import { root } from './lib/workspace.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const needed = neededPackages(lock)

test('what a program needs is in the image, without optional peers', () => {
  const packages = {
    app: { dependencies: { a: '1' }, devDependencies: { e: '1' } },
    'node_modules/a': {
      peerDependencies: { b: '1', c: '1' },
      peerDependenciesMeta: { b: { optional: true } },
    },
    'node_modules/a/node_modules/d': {},
    'node_modules/b': { dependencies: { c: '1', d: '1' } },
    'node_modules/c': { optionalDependencies: { absent: '1' } },
    'node_modules/d': {},
    'node_modules/e': {},
  }
  assert.deepEqual(neededPackages({ packages }, ['app']), ['app', 'node_modules/a', 'node_modules/c'])
})

test('tools that build and test are not in the image', () => {
  for (const name of [
    'prisma',
    'effect',
    'elkjs',
    'typescript',
    'playwright',
    '@tabler/icons-react',
    'vitest',
  ])
    assert.ok(!needed.includes(`node_modules/${name}`), name)
})

test('all that the programs import is in the image', () => {
  const imported = repositoryFiles(
    /^(apps\/api|packages\/(shared|threads|limited-server|module-source|provider-source))\/src\/.*\.(ts|tsx|mjs)$/,
  )
    .filter(({ path }) => !/\.test(ing)?\./.test(path))
    .flatMap(({ text }) => [
      ...text.matchAll(
        /(?:^(?:import|export)\b(?! type).* from |^\} from |^import |\bimport\()'([^'.#~]+)'/gm,
      ),
    ])
    .map(([, name]) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
  assert.ok(imported.includes('express'))
  const found = new Set(needed.map((path) => path.replace(/^.*node_modules\//, '')))
  const own = (name) => name.startsWith('@engine/')
  assert.deepEqual(
    [...new Set(imported)].filter((name) => !own(name) && !found.has(name)),
    [],
  )
})
