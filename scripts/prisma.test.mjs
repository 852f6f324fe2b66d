import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'vitest'
import { program, root } from './lib/workspace.mjs'

test('`npx prisma validate` finds the schema from the root, and downloads nothing', () => {
  const nowhere = { PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:9', CHECKPOINT_DISABLE: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program('prisma'), 'validate'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...nowhere, DATABASE_URL: '' },
  })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /The schema at prisma\/schema\.prisma is valid/)
})
