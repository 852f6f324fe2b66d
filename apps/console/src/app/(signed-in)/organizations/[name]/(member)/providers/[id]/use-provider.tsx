import { isForSomeCli, registryHost } from '@engine/shared'
import { type CliFacts, cliName } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Section } from '~/ui/section'
import { Small } from '~/ui/texts'
import { NameWarnings } from '../warnings'
import type { FoundProvider } from './queries'

type Provider = {
  registryName: 'PRIVATE' | 'PUBLIC'
  /** Origin of a public provider, if it is not the host that the CLI assumes. */
  origin?: string
  namespace: string
  name: string
}

/** The block that requires a provider: a private one of this registry, in the version that is given. */
export function requiredProvider(
  cli: CliFacts,
  { registryName, origin, namespace, name }: Provider,
  version?: string,
): string {
  const host = registryName === 'PRIVATE' ? registryHost(cli.publicUrl) : origin
  const source = [host, namespace, name].filter((part) => part !== undefined).join('/')
  return [
    `${cliName(cli)} {`,
    '  required_providers {',
    `    ${name} = {`,
    version === undefined ? `      source = "${source}"` : `      source  = "${source}"`,
    ...(version === undefined ? [] : [`      version = "${version}"`]),
    '    }',
    '  }',
    '}',
  ].join('\n')
}

export function UseProvider({ provider, cli }: { provider: FoundProvider; cli: CliFacts }) {
  // What is revoked cannot be installed.
  if (provider.deprecation?.status === 'REVOKED') return null
  const usable = provider.newest.nodes.filter(
    ({ published, deprecation }) => published && deprecation?.status !== 'REVOKED',
  )
  const newest = usable.find(({ deprecation }) => deprecation === null) ?? usable[0]
  if (provider.registryName === 'PRIVATE' && !newest) return <NameWarnings {...provider} />
  return <RequiredProvider cli={cli} provider={provider} version={newest?.version} />
}

type Props = { cli: CliFacts; provider: Provider; version: string | undefined }

/** A block to copy, and why it does not work for each CLI, or why none can work. */
export function RequiredProvider({ cli, provider, version }: Props) {
  if (!isForSomeCli(provider)) return <NameWarnings {...provider} />
  return (
    <Section title="In your configuration">
      <NameWarnings {...provider} />
      <CodeToCopy
        text={requiredProvider(cli, provider, version)}
        what="the required provider"
        language="hcl"
      />
      <Small>
        Then run <code>{cliName(cli)} init</code>.
      </Small>
    </Section>
  )
}
