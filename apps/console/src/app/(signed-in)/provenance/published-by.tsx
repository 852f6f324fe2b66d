import { Anchor, Text } from '@mantine/core'
import { isHttpUrl } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { ProvenanceFactsFragment } from '~/data/generated/graphql'
import { Given } from '~/ui/given'
import { Exact } from '~/ui/texts'
import { jobWords } from './job-words'

/** Of module and provider versions alike. */
export const ProvenanceFacts = graphql(`
  fragment ProvenanceFacts on Provenance {
    issuer
    subject
    repository
    ref
    commit
    workflow
    runUrl
  }
`)

/** Which job of a CI published a version, by the word of its token; nothing where no such job did. */
export function PublishedBy({ provenance }: { provenance: ProvenanceFactsFragment | null }) {
  if (!provenance) return null
  const { issuer, subject, commit, runUrl } = provenance
  const { job, of, shortCommit } = jobWords(provenance)
  const title = `${subject || 'A job'}, as ${issuer} says`
  return (
    <Text size="sm" c="dimmed" title={title} style={{ overflowWrap: 'anywhere' }}>
      Published by{' '}
      {runUrl !== null && isHttpUrl(runUrl) ? (
        <Anchor href={runUrl} rel="noopener noreferrer" inherit underline="always">
          <Given text={job} />
        </Anchor>
      ) : (
        <Given text={job} />
      )}{' '}
      of <Given text={of} />
      {commit !== null && (
        <>
          {' '}
          at commit{' '}
          <Exact>
            <span title={commit}>{shortCommit}</span>
          </Exact>
        </>
      )}
    </Text>
  )
}
