import { cliNameWarnings, registryHost } from '@engine/shared'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Section } from '~/ui/section'
import { Small } from '~/ui/texts'
import { NameWarnings } from '../warnings'
import type { CliFacts, FoundProvider } from './queries'

type Provider = { registryName: 'PRIVATE' | 'PUBLIC'; namespace: string; name: string }

/** The block that requires a provider: a private one of this registry, in the version that is given. */
export function requiredProvider(
  { publicUrl, words }: { publicUrl: string; words: readonly string[] },
  { registryName, namespace, name }: Provider,
  version?: string,
): string {
  const host = registryName === 'PRIVATE' ? `${registryHost(publicUrl)}/` : ''
  return [
    `${words[0] ?? 'engine'} {`,
    '  required_providers {',
    `    ${name} = {`,
    version === undefined
      ? `      source = "${host}${namespace}/${name}"`
      : `      source  = "${host}${namespace}/${name}"`,
    ...(version === undefined ? [] : [`      version = "${version}"`]),
    '    }',
    '  }',
    '}',
  ].join('\n')
}

/** What goes into a configuration that needs the provider. */
export function UseProvider({ provider, cli }: { provider: FoundProvider; cli: CliFacts }) {
  const newest = provider.newest.nodes.find(({ published }) => published)
  if (provider.registryName === 'PRIVATE' && !newest) return <NameWarnings {...provider} />
  return <RequiredProvider cli={cli} provider={provider} version={newest?.version} />
}

/** A block to copy, or why none can work. */
export function RequiredProvider({
  cli,
  provider,
  version,
}: {
  cli: Pick<CliFacts, 'publicUrl' | 'words'>
  provider: Parameters<typeof requiredProvider>[1]
  version: string | undefined
}) {
  if (cliNameWarnings(provider).length > 0) return <NameWarnings {...provider} />
  return (
    <Section title="In your configuration">
      <CodeToCopy text={requiredProvider(cli, provider, version)} what="the required provider" />
      <Small>
        Then run <code>{cli.words[0] ?? 'engine'} init</code>.
      </Small>
    </Section>
  )
}
