import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { root } from '../lib/workspace.mjs'
import { picked } from './picked.mjs'

const api = join(root, 'apps/api')

test('a picked mutant changes a place that stands in its file once, and names a test that is there', () => {
  const lost = picked.filter(({ file, replace, test }) => {
    const times = readFileSync(join(api, file), 'utf8').split(replace).length - 1
    return times !== 1 || !existsSync(join(api, test))
  })
  assert.deepEqual(lost, [])
})
