import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A whole platform of a test's own: API, console and an empty embedded database. */
export interface Platform {
  readonly apiUrl: string
  readonly consoleUrl: string
  /** The link by which the first administrator is made, while there is none. */
  readonly setUpUrl: string
  /** The folder with its database, its stored files and its logs. */
  readonly dataDir: string
  /** Everything that the starter printed so far. */
  output(): string
  /** Stops both processes and removes the data. */
  stop(): Promise<void>
}

/** Somebody who can sign in. */
export interface Person {
  readonly username: string
  readonly email: string
  readonly password: string
}

/** The administrator that {@link createAdministrator} makes. */
export const administrator: Person = {
  username: 'ada',
  email: 'ada@example.com',
  password: 'a horse that reads staples',
}

/** The administrator of a platform that was started with the sample. */
export async function sampleAdministrator(): Promise<Person> {
  const sample = await readFile(join(root, 'prisma/seed/sample.json'), 'utf8')
  return (JSON.parse(sample) as { administrator: Person }).administrator
}

/**
 * Starts the build as `npm start` does, on free ports and in a new folder; with `sample`, filled as by `npm run demo`.
 * Nothing of the tester's own set-up is taken over; `settings` are more variables.
 */
export async function startPlatform({
  sample = false,
  settings = {},
}: { sample?: boolean; settings?: Readonly<Record<string, string>> } = {}): Promise<Platform> {
  const [apiPort = 0, consolePort = 0] = await freePorts(2)
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-e2e-'))
  const env = {
    ...plainEnvironment(),
    PORT: String(apiPort),
    CONSOLE_PORT: String(consolePort),
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    INITIAL_ADMIN_CREATION_TOKEN: randomBytes(16).toString('base64url'),
    ENGINE_ALIASES: 'terraform',
    API_RATE_LIMIT: '0',
    ...settings,
  }
  if (sample)
    await promisify(execFile)(process.execPath, [join(root, 'apps/api/dist/demo.js')], { cwd: root, env })
  const starter = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--no-build', '--no-env-file'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  })
  let printed = ''
  for (const stream of [starter.stdout, starter.stderr])
    stream?.on('data', (text) => (printed += String(text)))
  const exited = new Promise<number | null>((resolve) => starter.once('exit', resolve))
  const ready = new Promise<{ setUpUrl: string | null }>((resolve) => starter.once('message', resolve))

  const first = await Promise.race([ready, exited])
  if (first === null || typeof first === 'number') {
    await rm(dataDir, { recursive: true, force: true })
    throw new Error(`The platform did not start (exit code ${first}):\n${printed}`)
  }
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    consoleUrl: `http://localhost:${consolePort}`,
    setUpUrl: first.setUpUrl ?? '',
    dataDir,
    output: () => printed,
    async stop() {
      starter.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes {@link administrator} the first administrator over the API. Returns the first token. */
export async function createAdministrator({ apiUrl, setUpUrl }: Platform): Promise<string> {
  const token = new URL(setUpUrl).searchParams.get('token') ?? ''
  const response = await fetch(`${apiUrl}/admin/initial-admin-user?token=${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (response.status !== 201)
    throw new Error(`No administrator: ${response.status} ${await response.text()}`)
  const { token: first } = (await response.json()) as { token: string }
  return first
}

/** Signs somebody in at the API, as the console does. Returns a bearer token for every face. */
export async function signInAtApi({ apiUrl }: Platform, { username, password }: Person): Promise<string> {
  const response = await fetch(`${apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }',
      variables: { input: { login: username, password } },
    }),
  })
  const { data } = (await response.json()) as { data: { signIn: { token: string } } }
  return data.signIn.token
}

/** What any program needs of the tester's environment, and nothing that would set up the product. */
function plainEnvironment(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SYSTEMROOT']
  return Object.fromEntries(wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Ports that nothing listens at; all are held until all are known, so they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
