import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

// The starter is a copy in a repository whose API and console are a few lines each, so these tests are about
// starting and stopping alone.
const root = mkdtempSync(join(tmpdir(), 'start-'))
after(() => rmSync(root, { recursive: true }))

const api = `
import { createServer } from 'node:http'
const { env } = process
if (env.FAULT) { console.error(env.FAULT); process.exit(3) }
const log = (level, msg) => console.log(JSON.stringify({ level, msg, time: 0 }))
const server = createServer((request, response) => response.writeHead(request.url === '/readyz' ? 200 : 404).end())
server.listen(env.PORT, env.HOST, () => {
  log(40, 'a warning'); log(30, 'listening')
  process.send({ type: 'ready', setUpUrl: env.CONSOLE_URL + '/set-up?token=t' })
})
if (env.API_ENDS) setTimeout(() => process.exit(7), 300)
process.on('SIGTERM', () => { log(30, 'draining ' + env.DRAIN_SECONDS); server.close(() => process.exit(0)) })
`
const next = `
const { createServer } = require('node:http')
const port = process.argv[process.argv.indexOf('-p') + 1]
const server = createServer((request, response) => response.writeHead(request.url === '/healthz' ? 200 : 404).end())
server.listen(port, '127.0.0.1')
if (process.env.CONSOLE_ENDS) setTimeout(() => process.exit(0), 300)
process.on('SIGTERM', () => server.close(() => process.exit(0)))
`
const files = {
  'package.json': '{"type":"module"}',
  'apps/api/dist/main.js': api,
  'apps/console/package.json': '{}',
  'node_modules/next/package.json': '{"bin":"./next.js","type":"commonjs"}',
  'node_modules/next/next.js': next,
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
cpSync(fileURLToPath(new URL('.', import.meta.url)), join(root, 'scripts'), { recursive: true })

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the platform and resolves once it is ready or has ended. */
async function start(variables = {}) {
  const env = {
    PATH: process.env['PATH'],
    PORT: String(await freePort()),
    CONSOLE_PORT: String(await freePort()),
  }
  Object.assign(env, variables)
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--no-build'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  await Promise.race([new Promise((resolve) => child.once('message', resolve)), ended])
  return { child, ended, env, printed: () => printed }
}

// A connection of its own each time: a request on a kept one would itself hold the server open that is to end.
const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(true))
  })

async function silent({ PORT, CONSOLE_PORT }) {
  const deadline = Date.now() + 10_000
  while ((await listens(PORT)) || (await listens(CONSOLE_PORT)))
    assert.ok(Date.now() < deadline, 'a process stayed')
}

test('says where to click, how to set up, and what the API warns of', async () => {
  const { child, ended, env, printed } = await start()
  child.kill('SIGTERM')
  await ended
  assert.match(printed(), new RegExp(`Console +http://localhost:${env.CONSOLE_PORT}\n`))
  assert.match(printed(), new RegExp(`API +http://localhost:${env.PORT}\n`))
  assert.match(printed(), new RegExp(`http://localhost:${env.CONSOLE_PORT}/set-up\\?token=t`))
  assert.match(printed(), /API warning: a warning/)
  assert.doesNotMatch(printed(), /listening/)
  assert.match(readFileSync(join(root, 'data/logs/api.log'), 'utf8'), /listening/)
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  test(`one ${signal} stops both gracefully, without waiting for a load balancer, with exit code 0`, async () => {
    const { child, ended, env } = await start()
    child.kill(signal)
    assert.equal(await ended, 0)
    await silent(env)
    assert.match(readFileSync(join(root, 'data/logs/api.log'), 'utf8'), /draining 0"[^\n]*\n$/)
  })
}

test('a starter that is killed outright leaves no orphans', async () => {
  const { child, ended, env } = await start()
  child.kill('SIGKILL')
  await ended
  await silent(env)
})

test('an API that ends takes the console along, and its exit code is the platform’s', async () => {
  const { ended, env, printed } = await start({ API_ENDS: '1' })
  assert.equal(await ended, 7)
  await silent(env)
  assert.match(printed(), /The API ended unexpectedly with exit code 7/)
})

test('a console that ends takes the API along, and is a failure', async () => {
  const { ended, env, printed } = await start({ CONSOLE_ENDS: '1' })
  assert.equal(await ended, 1)
  await silent(env)
  assert.match(printed(), /The console ended unexpectedly with exit code 0/)
})

test('an API that refuses to start is heard, and its exit code kept', async () => {
  const { ended, printed } = await start({ FAULT: 'SECRET_KEY: is too short' })
  assert.equal(await ended, 3)
  assert.match(printed(), /SECRET_KEY: is too short/)
})

for (const variable of ['PORT', 'CONSOLE_PORT']) {
  test(`a used ${variable} is named before anything starts`, async () => {
    const server = createServer()
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address()
    const { ended, printed } = await start({ [variable]: String(port) })
    assert.equal(await ended, 1)
    assert.match(
      printed(),
      new RegExp(`Port ${port} on 127.0.0.1 is in use.*set ${variable} to a free port`, 's'),
    )
    await new Promise((resolve) => server.close(resolve))
  })
}

test('all faults of the ports are told at once', async () => {
  const { ended, printed } = await start({ PORT: 'x', CONSOLE_PORT: '70000' })
  assert.equal(await ended, 1)
  assert.match(printed(), /PORT is 'x'.*\n.*CONSOLE_PORT is '70000'/)
})
