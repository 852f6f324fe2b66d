import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, test } from 'vitest'
import { freePort } from './lib/testing.mjs'

// `npm run dev` is a copy in a repository whose tools, API and console are a few lines each.
const root = mkdtempSync(join(tmpdir(), 'dev-'))
afterAll(() => rmSync(root, { recursive: true }))

const api = `
import { writeFileSync } from 'node:fs'
writeFileSync(process.env.DATA_DIR + '/secret.key', 'a key')
process.send({ type: 'ready', setUpUrl: process.env.CONSOLE_URL + '/set-up?token=t' })
process.on('SIGTERM', () => process.exit(0))
`
const next = `
require('node:fs').readFileSync(process.env.DATA_DIR + '/secret.key')
console.log('has its key')
setInterval(() => {}, 1000)
`
const tsc = `
console.log('Starting compilation in watch mode')
console.log('Found 0 errors. Watching for file changes.')
setInterval(() => {}, 1000)
`
const files = {
  'package.json': '{"type":"module"}',
  'packages/shared/package.json': '{}',
  'packages/threads/package.json': '{}',
  'packages/limited-server/package.json': '{}',
  'packages/module-source/package.json': '{}',
  'packages/provider-source/package.json': '{}',
  'apps/api/package.json': '{}',
  'apps/api/dist/main.js': api,
  'apps/console/src/page.tsx': '',
  'prisma/schema.prisma': '',
  'node_modules/turbo/package.json': '{"bin":"./turbo.js"}',
  'node_modules/turbo/turbo.js': '',
  'node_modules/typescript/package.json': '{"bin":{"tsc":"./tsc.js"},"type":"commonjs"}',
  'node_modules/typescript/tsc.js': tsc,
  'node_modules/next/package.json': '{"bin":"./next.js","type":"commonjs"}',
  'node_modules/next/next.js': next,
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
cpSync(fileURLToPath(new URL('.', import.meta.url)), join(root, 'scripts'), { recursive: true })

test('in a folder without data, the console starts once the API has made the key that both need', async () => {
  const env = { PATH: process.env['PATH'], PORT: await freePort(), CONSOLE_PORT: await freePort() }
  const child = spawn(process.execPath, [join(root, 'scripts/dev.mjs')], { env })
  const ended = once(child, 'close')
  let printed = ''
  const said = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        printed += text
        if (/Console .*has its key|The console ended/.test(printed)) resolve()
      })
  })
  await Promise.race([said, ended])
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  assert.match(printed, /Console has its key/)
  assert.doesNotMatch(printed, /The console ended with exit code/)
  assert.match(printed, /set-up\?token=t/)
})
