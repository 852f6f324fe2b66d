import { CodeToCopy } from '~/ui/code-to-copy'
import { Section } from '~/ui/section'
import { Small } from '~/ui/texts'
import type { CliFacts, FoundProvider } from './queries'
import { requiredProvider } from './required-provider'

/** What goes into a configuration that needs the provider. */
export function UseProvider({ provider, cli }: { provider: FoundProvider; cli: CliFacts }) {
  const newest = provider.newest.nodes.find(({ published }) => published)
  if (provider.registryName === 'PRIVATE' && !newest) return null
  return (
    <Section title="In your configuration">
      <CodeToCopy text={requiredProvider(cli, provider, newest?.version)} what="the required provider" />
      <Small>
        Then run <code>{cli.words[0] ?? 'engine'} init</code>.
      </Small>
    </Section>
  )
}
