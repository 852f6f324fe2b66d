import { Anchor, Text } from '@mantine/core'
import { isHttpUrl } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { ProvenanceFactsFragment } from '~/data/generated/graphql'
import { UserText } from '~/ui/user-text'
import { Exact } from '~/ui/texts'
import { jobWords } from './job-words'

/** Provenance of module and provider versions. */
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

/** CI job that published a version, by the claims of its token; absent if no job did. */
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
          <UserText text={job} />
        </Anchor>
      ) : (
        <UserText text={job} />
      )}{' '}
      of <UserText text={of} />
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
