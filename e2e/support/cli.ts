import { execFile, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findEngineCli } from '../../scripts/lib/find.mjs'
import type { TlsFront } from './tls-front.js'

/** The real CLI on this machine; undefined where there is none. */
export const engineCli: string | undefined = findEngineCli()

/** Reason of a test that is skipped for lack of a CLI. */
export const noCli = 'SKIPPED: no real CLI was found on the PATH, and ENGINE_CLI names none'

export interface CliResult {
  readonly code: number
  /** Standard output and error, without colours. */
  readonly output: string
}

/** A run that may still go on. */
export interface BegunRun {
  readonly ended: Promise<CliResult>
  /** Kills it as a power cut would: it cleans up nothing. */
  kill(): void
}

/** A folder in which a user runs the real CLI. */
export interface CliFolder {
  readonly path: string
  /** Writes a file, such as `main.tf`. */
  write(name: string, text: string): Promise<void>
  /** Reads a file of the module that the CLI installed for a call. */
  installed(call: string, file: string): Promise<string>
  /** The folder of each module that was installed, by its path of calls. */
  manifest(): Promise<Readonly<Record<string, string>>>
  /** Runs the CLI here. It may fail: the code says so. */
  run(...args: string[]): Promise<CliResult>
  /** Begins a run, which may be killed. */
  begin(...args: string[]): BegunRun
  /** The same with an answer to what it asks. */
  answer(text: string, ...args: string[]): Promise<CliResult>
  /** Signs in at a host: whatever is to be done in a browser is done by `browse`, with the address that is printed. */
  login(host: string, browse: (url: string) => Promise<unknown>): Promise<CliResult>
  remove(): Promise<void>
}

/** Time limit in milliseconds; a login may wait for a page, and a busy machine is slow. */
const longestRun = 150_000

type OnPrinted = (printed: string, child: ChildProcess) => void

export type Variables = Readonly<Record<string, string>>

/** Makes a folder in which the CLI goes by this configuration, these variables and nothing of the tester's own. */
export async function openCliFolder(configuration: string, variables: Variables = {}): Promise<CliFolder> {
  if (engineCli === undefined) throw new Error('There is no CLI on this machine')
  const cli = engineCli
  const base = await mkdtemp(join(tmpdir(), 'engine-cli-'))
  const path = join(base, 'work')
  await mkdir(path)
  // The CLI's own paths, on Windows the second: if a variable named one, what `login` stores would be ignored.
  for (const name of ['.terraformrc', 'terraform.rc']) await writeFile(join(base, name), configuration)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    APPDATA: base,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    ...variables,
  }
  const run = (
    args: string[],
    more: Variables = {},
    onPrinted: OnPrinted = () => {},
    onBegun: (child: ChildProcess) => void = () => {},
  ) =>
    new Promise<CliResult>((resolve) => {
      const options = { cwd: path, env: { ...env, ...more }, timeout: longestRun }
      const child = execFile(cli, args, options, (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : Number(error.code ?? 1),
          output: stripVTControlCharacters(stdout + stderr),
        }),
      )
      onBegun(child)
      let printed = ''
      child.stdout?.on('data', (text) => onPrinted((printed += String(text)), child))
    })
  return {
    path,
    async write(name, text) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), text)
    },
    async manifest() {
      const text = await readFile(join(path, '.terraform/modules/modules.json'), 'utf8')
      const { Modules } = JSON.parse(text) as { Modules: { Key: string; Dir: string }[] }
      return Object.fromEntries(Modules.map(({ Key, Dir }) => [Key, Dir]))
    },
    installed: (call, file) => readFile(join(path, '.terraform/modules', call, file), 'utf8'),
    run: (...args) => run([...args, '-no-color']),
    begin(...args) {
      let begun: ChildProcess | undefined
      const ended = run([...args, '-no-color'], {}, undefined, (child) => (begun = child))
      return { ended, kill: () => void begun?.kill('SIGKILL') }
    },
    answer(text, ...args) {
      let hasAnswered = false
      return run([...args, '-no-color'], {}, (printed, child) => {
        // What comes before a prompt is lost, so the answer waits for it.
        if (hasAnswered || !printed.includes('Enter a value:')) return
        hasAnswered = true
        child.stdin?.end(`${text}\n`)
      })
    },
    async login(host, browse) {
      // It stores the token there, but does not make the folder.
      await mkdir(join(base, '.terraform.d'))
      let hasAgreed = false
      let browsing: Promise<unknown> | undefined
      // Nothing on the PATH: or it would open a browser of the tester's.
      const result = await run(['login', host], { PATH: '' }, (printed, child) => {
        // What comes before a prompt is lost, so the answer waits for it.
        if (!hasAgreed && printed.includes('Enter a value:')) hasAgreed = child.stdin?.write('yes\n') ?? true
        const url = /https?:\/\/\S+\/oauth\/authorization\?\S+/.exec(stripVTControlCharacters(printed))?.[0]
        if (url !== undefined && printed.includes(`${url}\n`))
          browsing ??= browse(url).catch((error: unknown) => {
            child.kill()
            throw error
          })
      })
      await browsing
      return result
    },
    remove: () => rm(base, { recursive: true, force: true }),
  }
}

/** Configuration that tells a CLI where a registry is. */
export interface Way {
  /** Host at the beginning of the sources of modules and providers. */
  readonly host: string
  /** Block of the CLI's configuration about the host; empty where the CLI asks the host itself. */
  readonly services: string
  readonly variables: Variables
}

/** Way over plain http: a block in the configuration stands in for discovery. */
export function byHostBlock(url: string, host = 'registry.test'): Way {
  const services = `host "${host}" {
  services = {
    "modules.v1"   = "${url}/v1/modules/"
    "providers.v1" = "${url}/v1/providers/"
    "tfe.v2"       = "${url}/api/v2/"
    "tfe.v2.1"     = "${url}/api/v2/"
  }
}
`
  return { host, services, variables: {} }
}

/** Way over https: the host says by discovery where its services are. */
export function byDiscovery({ url, certificateFile }: TlsFront): Way {
  return { host: new URL(url).host, services: '', variables: { SSL_CERT_FILE: certificateFile } }
}

/** A configuration with the token, or without one. */
export function cliConfiguration({ host, services }: Way, token?: string): string {
  const credentials = token === undefined ? '' : `credentials "${host}" {\n  token = "${token}"\n}\n`
  return `disable_checkpoint = true\n${services}${credentials}`
}

/** A variable that gives the CLI the token of a host. No shell can set one of a host with a port; programs can. */
export const tokenVariable = ({ host }: Way, token: string): Variables => ({
  [`TF_TOKEN_${host.replaceAll('-', '__').replaceAll('.', '_')}`]: token,
})

/** The CLI wraps its messages to the width of a terminal. */
export const oneLine = (output: string): string => output.replace(/[\s│╷╵]+/g, ' ')
