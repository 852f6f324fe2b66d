import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { newDataFolder } from './data-folder.js'
import { freePorts, plainEnvironment } from './environment.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An API of a test's own, with an empty embedded database. */
export interface Api {
  readonly apiUrl: string
  /** The link that makes the first administrator, while there is none. */
  readonly setUpUrl: string
  /** The folder with its database and its stored files. */
  readonly dataDir: string
  /** Returns all output so far. */
  output(): string
  /** Stops what was started and removes the data, unless they are to be kept. */
  stop(options?: { readonly keepsData?: boolean }): Promise<void>
}

/** A whole platform: the API, and the console before it. Its logs lie in the folder too. */
export interface Platform extends Api {
  readonly consoleUrl: string
}

type Settings = Readonly<Record<string, string>>

/** A user who can sign in. */
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
 * It ignores the tester's own set-up; `settings` are more variables. `between` answers with the address of a proxy,
 * through which the console reaches the API.
 */
export async function startPlatform({
  sample = false,
  settings = {},
  between,
}: {
  sample?: boolean
  settings?: Settings
  between?: (apiUrl: string) => Promise<string>
} = {}): Promise<Platform> {
  const [apiPort = 0, consolePort = 0] = await freePorts(2)
  const proxied = between ? { API_URL: await between(`http://127.0.0.1:${apiPort}`) } : {}
  const args = [join(root, 'scripts/start.mjs'), '--no-build', '--no-env-file']
  const prepare = async (env: NodeJS.ProcessEnv) => {
    if (sample)
      await promisify(execFile)(process.execPath, [join(root, 'apps/api/load/dist/demo/main.js')], {
        cwd: root,
        env,
      })
  }
  const api = await startProgram(
    args,
    apiPort,
    { CONSOLE_PORT: String(consolePort), ...proxied, ...settings },
    prepare,
  )
  return { ...api, consoleUrl: `http://localhost:${consolePort}` }
}

/** Starts the API of the build alone, for tests without pages. */
export async function startApi(settings: Settings = {}): Promise<Api> {
  const stopWithParent = pathToFileURL(join(root, 'scripts/lib/stop-with-parent.mjs')).href
  const args = ['--import', stopWithParent, join(root, 'apps/api/dist/main.js')]
  const env = { NODE_ENV: 'production', DRAIN_SECONDS: '0', STARTER_PID: String(process.pid) }
  const [apiPort = 0] = await freePorts(1)
  return startProgram(args, apiPort, { ...env, ...settings })
}

/** Runs what says over its channel when it is ready, in a new folder. */
async function startProgram(
  args: readonly string[],
  apiPort: number,
  settings: Settings,
  prepare: (env: NodeJS.ProcessEnv) => Promise<void> = async () => {},
): Promise<Api> {
  const dataDir = await newDataFolder()
  const env = {
    ...plainEnvironment(),
    PORT: String(apiPort),
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    INITIAL_ADMIN_CREATION_TOKEN: randomBytes(16).toString('base64url'),
    ENGINE_ALIASES: 'terraform',
    API_RATE_LIMIT: '0',
    ...settings,
  }
  await prepare(env)
  const starter = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  })
  let printed = ''
  for (const stream of [starter.stdout, starter.stderr])
    stream?.on('data', (text) => (printed += String(text)))
  const exited = new Promise<number | null>((resolve) => starter.once('exit', resolve))
  const ready = new Promise<{ setUpUrl: string | null }>((resolve) =>
    starter.on('message', (message: { type: string; setUpUrl: string | null }) => {
      if (message.type === 'ready') resolve(message)
    }),
  )

  const first = await Promise.race([ready, exited])
  if (first === null || typeof first === 'number') {
    await rm(dataDir, { recursive: true, force: true })
    throw new Error(`The platform did not start (exit code ${first}):\n${printed}`)
  }
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    setUpUrl: withToken(first.setUpUrl, env['INITIAL_ADMIN_CREATION_TOKEN']),
    dataDir,
    output: () => printed,
    async stop({ keepsData = false } = {}) {
      starter.kill('SIGTERM')
      await exited
      if (!keepsData) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** No start tells the token that it was given. */
function withToken(setUpUrl: string | null, token = ''): string {
  return setUpUrl === null ? '' : `${setUpUrl}?token=${token}`
}

/** Makes {@link administrator} the first administrator over the API. Returns the first token. */
export async function createAdministrator({ apiUrl, setUpUrl }: Api): Promise<string> {
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

/** Signs a user in at the API, as the console does. Returns a bearer token for every face. */
export async function signInAtApi({ apiUrl }: Api, { username, password }: Person): Promise<string> {
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
