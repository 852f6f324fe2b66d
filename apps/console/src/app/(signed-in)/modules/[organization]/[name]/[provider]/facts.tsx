import { Anchor } from '@mantine/core'
import { Copy } from '~/ui/copy'
import { FactList, recordFacts, type Fact } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { Section } from '~/ui/section'
import type { FoundModule, FoundVersion } from './queries'
import { sizeText } from '~/ui/size-text'

/** What is known of the module, and of the version that is looked at. */
export function Facts({ module, version }: { module: FoundModule; version: FoundVersion | undefined }) {
  const { publisher, sourceUrl, downloads } = module
  const facts: Fact[] = [
    ['Downloads', downloads.toLocaleString('en')],
    ...(version ? factsOf(version) : []),
    ['Source', sourceUrl === null ? 'not named' : <SourceLink key="source" url={sourceUrl} />],
    ['Created by', publisher || 'unknown'],
    ...recordFacts(module),
  ]
  return (
    <Section title="Details">
      <FactList facts={facts} />
    </Section>
  )
}

/** Of a version that is published; another has no archive. */
function factsOf({ publishedAt, size, sha256 }: FoundVersion): Fact[] {
  if (publishedAt === null || size === null || sha256 === null) return []
  return [
    ['Published', <Moment key="published" at={publishedAt} />],
    ['Archive', sizeText(size)],
    [
      'SHA-256',
      <span key="sha256">
        {sha256.slice(0, 12)}… <Copy text={sha256} what="SHA-256 of the archive" />
      </span>,
    ],
  ]
}

const SourceLink = ({ url }: { url: string }) => (
  <Anchor href={url} rel="noreferrer" inherit>
    {url.replace(/^https?:\/\//, '')}
  </Anchor>
)
