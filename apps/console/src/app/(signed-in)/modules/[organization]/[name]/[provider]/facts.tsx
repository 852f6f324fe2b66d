import { Anchor } from '@mantine/core'
import { Copy } from '../../../../../../ui/copy'
import { FactList, type Fact } from '../../../../../../ui/fact-list'
import { Moment } from '../../../../../../ui/moment'
import { Section } from '../../../../../../ui/section'
import type { FoundModule, FoundVersion } from './queries'
import { sizeText } from './size-text'

/** What is known of the module, and of the version that is looked at. */
export function Facts({ module, version }: { module: FoundModule; version: FoundVersion | undefined }) {
  const { id, publisher, sourceUrl, downloads, createdAt, updatedAt } = module
  const facts: Fact[] = [
    ['Downloads', downloads.toLocaleString('en')],
    ...(version?.publishedAt
      ? [['Published', <Moment key="published" at={version.publishedAt} />] as const]
      : []),
    ...(version?.size == null ? [] : [['Archive', sizeText(version.size)] as const]),
    ...(version?.sha256 == null
      ? []
      : [
          [
            'SHA-256',
            <span key="sha256">
              {version.sha256.slice(0, 12)}… <Copy text={version.sha256} what="SHA-256 of the archive" />
            </span>,
          ] as const,
        ]),
    ['Source', sourceUrl === null ? 'not named' : <SourceLink key="source" url={sourceUrl} />],
    ['Made by', publisher || 'unknown'],
    ['Created', <Moment key="created" at={createdAt} />],
    ['Changed', <Moment key="changed" at={updatedAt} />],
    [
      'Id',
      <span key="id">
        {id} <Copy text={id} what="id" />
      </span>,
    ],
  ]
  return (
    <Section title="Facts">
      <FactList facts={facts} />
    </Section>
  )
}

const SourceLink = ({ url }: { url: string }) => (
  <Anchor href={url} rel="noreferrer" inherit>
    {url.replace(/^https?:\/\//, '')}
  </Anchor>
)
