import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findEngineCli } from '../../scripts/lib/find.mjs'

/** The real CLI on this machine; undefined where there is none. */
export const engineCli: string | undefined = findEngineCli()

/** What a test that is skipped for want of one says. */
export const noCli = 'SKIPPED: no real CLI was found on the PATH, and ENGINE_CLI names none'

/** The registry host under which the CLI's own configuration names the platform. */
export const registryHost = 'registry.test'

export interface CliResult {
  readonly code: number
  /** Standard output and error, without colours. */
  readonly output: string
}

/** A folder in which somebody uses the real CLI. */
export interface CliFolder {
  readonly path: string
  /** Writes a file, such as `main.tf`. */
  write(name: string, text: string): Promise<void>
  /** Where the CLI has put the module of a call: the text of one of its files, by path. */
  installed(call: string, file: string): Promise<string>
  /** Runs the CLI here. It may fail: the code says so. */
  run(...args: string[]): Promise<CliResult>
  remove(): Promise<void>
}

/** Makes a folder in which the CLI goes by this configuration and by nothing of the tester's own. */
export async function openCliFolder(configuration: string): Promise<CliFolder> {
  if (engineCli === undefined) throw new Error('There is no CLI on this machine')
  const cli = engineCli
  const base = await mkdtemp(join(tmpdir(), 'engine-cli-'))
  const path = join(base, 'work')
  const configurationFile = join(base, 'cli.rc')
  await mkdir(path)
  await writeFile(configurationFile, configuration)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    TF_CLI_CONFIG_FILE: configurationFile,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
  }
  return {
    path,
    async write(name, text) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), text)
    },
    installed: (call, file) => readFile(join(path, '.terraform/modules', call, file), 'utf8'),
    run: (...args) =>
      new Promise((resolve) => {
        execFile(cli, [...args, '-no-color'], { cwd: path, env, timeout: 60_000 }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
        )
      }),
    remove: () => rm(base, { recursive: true, force: true }),
  }
}

/** Leads {@link registryHost} to the API without TLS; without a token, nobody is signed in there. */
export function cliConfiguration(apiUrl: string, token?: string): string {
  const credentials = token === undefined ? '' : `credentials "${registryHost}" {\n  token = "${token}"\n}\n`
  return `disable_checkpoint = true
host "${registryHost}" {
  services = {
    "modules.v1"   = "${apiUrl}/v1/modules/"
    "providers.v1" = "${apiUrl}/v1/providers/"
  }
}
${credentials}`
}
