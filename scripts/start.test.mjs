import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import { place } from './lib/made.mjs'
import { freePort } from './lib/testing.mjs'

// The starter is a copy in a repository whose API and console are a few lines each, so these tests are about
// starting and stopping alone.
const root = mkdtempSync(join(tmpdir(), 'start-'))
afterAll(() => rmSync(root, { recursive: true }))

const api = `
import { createServer } from 'node:http'
const { env } = process
if (env.FAULT) { console.error(env.FAULT); process.exit(3) }
const log = (level, msg) => console.log(JSON.stringify({ level, msg, time: 0 }))
const server = createServer((request, response) => {
  if (request.url === '/end') process.exit(7)
  // The answer to a body comes when all of it is there.
  request.resume().on('end', () => response.writeHead(['/readyz', '/slow'].includes(request.url) ? 200 : 404).end())
})
server.listen(env.PORT, env.HOST, () => {
  if (env.NEVER_READY) return setTimeout(() => process.exit(3), 300)
  log(40, 'a warning'); log(30, 'listening')
  process.send({ type: 'ready', setUpUrl: env.CONSOLE_URL + (env.SET_UP_PAGE ?? '/set-up?token=t') })
})
process.on('SIGTERM', () => { log(30, 'draining ' + env.DRAIN_SECONDS); server.close(() => process.exit(0)) })
`
const consoleServer = `
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const server = createServer((request, response) => response.writeHead(request.url === '/healthz' ? 200 : 404).end())
server.listen(process.env.CONSOLE_PORT, '127.0.0.1')
// The first one ends once it was seen to be ready, however slow the machine is.
const end = () => { writeFileSync('has-ended', ''); setTimeout(() => process.exit(5), 300) }
if (process.env.CONSOLE_ENDS && existsSync('has-ended')) end()
else if (process.env.CONSOLE_ENDS) server.once('request', (request, response) => response.once('finish', end))
process.on('SIGTERM', () => server.close(() => process.exit(0)))
`
const files = {
  'package.json': '{"type":"module","scripts":{"start":"node scripts/start.mjs"}}',
  'apps/api/package.json': '{"scripts":{"build":"node ../../scripts/make.mjs dist -- made by hand"}}',
  'apps/api/dist.new/main.js': api,
  'apps/console/package.json': '{"scripts":{"build":"node ../../scripts/make.mjs .next -- made by hand"}}',
  'apps/console/.next.new/BUILD_ID': '1',
  'apps/console/server.mjs': consoleServer,
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
mkdirSync(join(root, 'packages'))
const placeBuild = (folder) => place(join(root, `${folder}.new`), join(root, folder))
for (const folder of ['apps/api/dist', 'apps/console/.next']) placeBuild(folder)
cpSync(fileURLToPath(new URL('.', import.meta.url)), join(root, 'scripts'), { recursive: true })

/** Starts the platform and resolves once it is ready or has ended; by npm it leads a process group. */
async function start(variables = {}, { byNpm = false } = {}) {
  const env = {
    PATH: process.env['PATH'],
    PORT: String(await freePort()),
    CONSOLE_PORT: String(await freePort()),
  }
  Object.assign(env, variables)
  const child = byNpm
    ? spawn('npm', ['start', '--', '--no-build'], { cwd: root, env, detached: true })
    : spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--no-build'], {
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const until = async (words) => {
    while (!printed.includes(words))
      await Promise.race([once(child.stdout, 'data'), ended.then(() => fail(words))])
  }
  const fail = (words) => assert.fail(`it ended without saying '${words}':\n${printed}`)
  const ready = byNpm ? until('Ctrl-C stops everything') : once(child, 'message')
  await Promise.race([ready, ended])
  return { child, ended, env, until, printed: () => printed }
}

/** A request that is answered once its second half is sent. */
function slowRequest({ PORT }) {
  const call = request({ port: PORT, path: '/slow', method: 'POST', headers: { 'Content-Length': 10 } })
  const status = once(call, 'response').then(([answer]) => answer.resume().statusCode)
  status.catch(() => {})
  const begun = new Promise((resolve) => call.once('socket', (socket) => socket.once('connect', resolve)))
  call.write('12345')
  return { begun, finish: () => (call.end('67890'), status) }
}

// A connection of its own each time: a request on a reused one would itself keep the server open that is to end.
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
  const { ended, env, printed } = await start()
  // It ends in the middle of the answer.
  await fetch(`http://127.0.0.1:${env.PORT}/end`).catch(() => {})
  assert.equal(await ended, 7)
  await silent(env)
  assert.match(printed(), /The API ended unexpectedly with exit code 7/)
})

test('a SIGTERM to the whole process group of npm start counts as one: what runs is finished', async () => {
  const { child, ended, env, until, printed } = await start({}, { byNpm: true })
  const slow = slowRequest(env)
  await slow.begun
  process.kill(-child.pid, 'SIGTERM')
  await until('Stopping …')
  // npm and its shell are gone then, which counts as that signal too.
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  while (await listens(env.CONSOLE_PORT));
  assert.equal(await slow.finish(), 200)
  await ended
  await silent(env)
  assert.match(printed(), /Stopped\.\n$/)
})

test('a console that ends is started again, at once and then after growing waits; the API goes on', async () => {
  const { child, ended, env, until, printed } = await start({ CONSOLE_ENDS: '1' })
  await until('again in 2 s')
  assert.match(
    printed(),
    /^The console ended with exit code 5 and is started again at once\. Its log: .*console\.log$/m,
  )
  assert.deepEqual(printed().match(/again (at once|in \d s)/g), [
    'again at once',
    'again in 1 s',
    'again in 2 s',
  ])
  assert.equal(await listens(env.PORT), true)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  await silent(env)
  assert.doesNotMatch(
    readFileSync(join(root, 'data/logs/api.log'), 'utf8').split('listening').at(-1),
    /draining.*draining/s,
  )
})

test('the token that the environment gave is not printed', async () => {
  const { child, ended, printed } = await start({ SET_UP_PAGE: '/set-up' })
  child.kill('SIGTERM')
  await ended
  assert.match(
    printed(),
    /This page makes one, by the token of INITIAL_ADMIN_CREATION_TOKEN:\n\n +http\S+\/set-up\n/,
  )
  assert.doesNotMatch(printed(), /60 minutes/)
})

test('an API that refuses to start is reported, with its exit code', async () => {
  const { ended, printed } = await start({ FAULT: 'SECRET_KEY: is too short' })
  assert.equal(await ended, 3)
  assert.match(printed(), /SECRET_KEY: is too short/)
})

test('an API that ends before it is ready is reported, whatever answers at its port', async () => {
  const { ended, printed } = await start({ NEVER_READY: '1' })
  assert.equal(await ended, 3)
  assert.match(printed(), /The API did not start: it ended with exit code 3/)
  assert.doesNotMatch(printed(), /Starting the console/)
})

test('a build that is not whole, or not there, is said with the way out', async () => {
  const file = join(root, 'apps/console/.next/BUILD_ID')
  writeFileSync(file, '')
  const broken = await start()
  assert.equal(await broken.ended, 1)
  assert.match(
    broken.printed(),
    /^The build is not whole in apps\/console\/\.next: BUILD_ID is empty\. Run npm run build, or leave --no-build out\.$/m,
  )

  rmSync(join(root, 'apps/console/.next'), { recursive: true })
  const absent = await start()
  assert.equal(await absent.ended, 1)
  assert.match(absent.printed(), /^There is no build in apps\/console\/\.next\. Run npm run build/m)

  mkdirSync(join(root, 'apps/console/.next.new'))
  writeFileSync(join(root, 'apps/console/.next.new/BUILD_ID'), '1')
  placeBuild('apps/console/.next')
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
