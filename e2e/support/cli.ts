import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findEngineCli } from '../../scripts/lib/find.mjs'

/** The real CLI on this machine; undefined where there is none. */
export const engineCli: string | undefined = findEngineCli()

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
  /** Runs the CLI here. It may fail: the code says so. */
  run(...args: string[]): Promise<CliResult>
  remove(): Promise<void>
}

interface Access {
  readonly apiUrl: string
  /** Absent: the CLI has no credentials for the registry. */
  readonly token?: string
}

/** Makes a folder and a configuration that lead {@link registryHost} to the API without TLS. */
export async function openCliFolder({ apiUrl, token }: Access): Promise<CliFolder> {
  if (engineCli === undefined) throw new Error('There is no CLI on this machine')
  const cli = engineCli
  const base = await mkdtemp(join(tmpdir(), 'engine-cli-'))
  const path = join(base, 'work')
  const configuration = join(base, 'cli.rc')
  await mkdir(path)
  await writeFile(configuration, cliConfiguration(apiUrl, token))
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    TF_CLI_CONFIG_FILE: configuration,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
  }
  return {
    path,
    async write(name, text) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), text)
    },
    run: (...args) =>
      new Promise((resolve) => {
        execFile(cli, [...args, '-no-color'], { cwd: path, env, timeout: 60_000 }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
        )
      }),
    remove: () => rm(base, { recursive: true, force: true }),
  }
}

function cliConfiguration(apiUrl: string, token: string | undefined): string {
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
