import { registryHost } from '@engine/shared'
import { cliName, type CliFacts } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/snippet'

/** What goes into a configuration whose state this workspace is to hold. */
export const cloudBlock = (cli: CliFacts, organization: string, workspace: string): string =>
  `${cliName(cli)} {
  cloud {
    hostname     = "${registryHost(cli.publicUrl)}"
    organization = "${organization}"

    workspaces {
      name = "${workspace}"
    }
  }
}`

/** The commands that follow it. */
export const firstCommands = (cli: CliFacts): string =>
  ['login ' + registryHost(cli.publicUrl), 'init', 'apply']
    .map((command) => `${cliName(cli)} ${command}`)
    .join('\n')
