import { consumerName } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import classes from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/rail.module.css'
import { FactList, recordFacts } from '~/ui/fact-list'
import { hiddenOf } from '~/ui/lists/found-options'
import { Section } from '~/ui/section'
import { SourceLink } from '~/ui/source-link'
import { count, numberText } from '~/ui/text'
import { Note, Nothing } from '~/ui/texts'
import type { FoundProvider } from './queries'

/** Facts of a private provider, and who downloads it. */
export function ProviderFacts({ provider }: { provider: FoundProvider }) {
  const { sourceUrl, downloads } = provider
  return (
    <>
      <Section title="Details">
        <FactList
          facts={[
            ['Downloads', numberText(downloads)],
            [
              'Source',
              sourceUrl === null ? <Nothing key="source" /> : <SourceLink key="source" url={sourceUrl} />,
            ],
            ...recordFacts(provider),
          ]}
        />
      </Section>
      <Consumers consumers={provider.consumers} />
    </>
  )
}

/** Organizations with the most recent downloads. */
function Consumers({ consumers }: { consumers: FoundProvider['consumers'] }) {
  if (consumers.nodes.length === 0) return null
  const others = hiddenOf(consumers)
  return (
    <Section title="Consumers in 30 days">
      <ul className={classes['list']}>
        {consumers.nodes.map((consumer) => (
          <li key={consumer.organizationId ?? 'people'}>
            <span>{consumerName(consumer)}</span>
            <span>{numberText(consumer.count)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <Note>And {count(others, 'other')}.</Note>}
    </Section>
  )
}
