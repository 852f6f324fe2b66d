import type { CliFolder, CliResult } from './cli.js'

/** Block of the engine's settings that leads a configuration to its state. */
export function cloudBlock(host: string, organization: string, workspaces: string): string {
  return `terraform {
  cloud {
    hostname     = "${host}"
    organization = "${organization}"
    workspaces {
      ${workspaces}
    }
  }
}
`
}

/** A resource that needs no provider to be downloaded, and outputs of both kinds. */
export const greeting = (text: string): string => `resource "terraform_data" "it" {
  input = "${text}"
}

output "open" {
  value = terraform_data.it.output
}

output "secret" {
  value     = "secret of ${text}"
  sensitive = true
}
`

/** The same, whose creation holds the lock until a file with this name is there. */
export const waiting = (file: string): string => `${greeting('waited')}
resource "terraform_data" "wait" {
  provisioner "local-exec" {
    command = "until [ -f ${file} ]; do sleep 0.1; done"
  }
}
`

/** Runs the CLI, which must succeed. */
export async function succeed(cli: CliFolder, ...args: string[]): Promise<string> {
  const { code, output }: CliResult = await cli.run(...args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

export const apply = (cli: CliFolder): Promise<string> =>
  succeed(cli, 'apply', '-auto-approve', '-input=false')
