import { fork, spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getGlobalDispatcher, request, type Dispatcher } from 'undici'
import { freePort } from '../../load/src/server/ports.js'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const root = fileURLToPath(new URL('../../../../', import.meta.url))

export const setUpToken = 'a-set-up-token-for-tests'

/** The built API in a separate process, as `npm start` runs it. */
export interface ApiProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Returns all output so far. */
  output(): string
  /** Exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

/** Resolves when the process is ready, or has ended; `begun` is told of it before. */
export async function startApi(
  dataDir: string,
  env: Record<string, string> = {},
  begun: (child: ChildProcess) => void = () => {},
): Promise<ApiProcess> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const child = fork(main, { silent: true, env: environmentOf(port, dataDir, env) })
  begun(child)
  const ready = new Promise<void>((done) => {
    child.on('message', (message) => {
      if ((message as { type: string }).type === 'ready') done()
    })
  })
  const api = processOf(child, port, env['HOST'])
  await Promise.race([ready, api.ended])
  return api
}

/** The same by `npm run start:api`, as the leader of a process group. */
export async function startApiByNpm(dataDir: string, env: Record<string, string> = {}): Promise<ApiProcess> {
  const port = await freePort()
  const child = spawn('npm', ['run', 'start:api', '--', '--no-build', '--no-env-file'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(port, dataDir, { LOG_LEVEL: 'info', ...env }),
  })
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('"msg":"ready"')) done()
    })
  })
  const api = processOf(child, port)
  await Promise.race([ready, api.ended])
  return api
}

const environmentOf = (port: number, dataDir: string, env: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(port),
  DATA_DIR: dataDir,
  INITIAL_ADMIN_CREATION_TOKEN: setUpToken,
  API_RATE_LIMIT: '0',
  // Most tests are not about a busy machine.
  OVERLOAD_DELAY_SECONDS: '0',
  DRAIN_SECONDS: '0',
  ...env,
})

function processOf(child: ChildProcess, port: number, host = '127.0.0.1'): ApiProcess {
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  const name = isIPv6(host) ? `[${host}]` : host
  return { url: `http://${name}:${port}`, child, output: () => printed, ended }
}

/** The first administrator's token. */
export async function setUp(api: ApiProcess): Promise<string> {
  const answer = await fetch(`${api.url}/admin/initial-admin-user?token=${setUpToken}`, {
    method: 'POST',
    body: JSON.stringify({ username: 'ana', email: 'ana@example.com', password: 'correct horse battery' }),
    headers: { 'Content-Type': 'application/json' },
  })
  return ((await answer.json()) as { token: string }).token
}

/** Creates an engine version, by a client that may have connections of its own, and answers the status. */
export async function createVersion(
  api: ApiProcess,
  token: string,
  version: string,
  dispatcher: Dispatcher = getGlobalDispatcher(),
): Promise<number> {
  const attributes = { version, url: 'https://releases.example/engine.zip', sha: 'ab'.repeat(32) }
  const answer = await request(`${api.url}/api/v2/admin/engine-versions`, {
    dispatcher,
    method: 'POST',
    body: JSON.stringify({ data: { type: 'engine-versions', attributes } }),
    headers: { 'Content-Type': 'application/vnd.api+json', Authorization: `Bearer ${token}` },
  })
  await answer.body.dump()
  return answer.statusCode
}

export async function totalOf(api: ApiProcess, token: string, search: string): Promise<number> {
  const query = `page%5Bsize%5D=1&search%5Bversion%5D=${search}`
  const answer = await fetch(`${api.url}/api/v2/admin/engine-versions?${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const body = (await answer.json()) as { meta: { pagination: { 'total-count': number } } }
  return body.meta.pagination['total-count']
}

/** Kills the process and its database at once, as a power cut would. */
export async function killAll(api: ApiProcess, dataDir: string): Promise<void> {
  const pidFile = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')
  api.child.kill('SIGKILL')
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
  await api.ended
}
