import type { UserDetailQuery } from '~/data/generated/graphql'
import { FactList } from '~/ui/fact-list'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'

type Counts = NonNullable<NonNullable<UserDetailQuery['user']>['accessCounts']>

/** What is valid of a user, in numbers: the tokens themselves are for their owner alone. */
export function Access({ counts }: { counts: Counts }) {
  return (
    <Section title="Access">
      <FactList
        labelWidth="14.5rem"
        facts={[
          ['Tokens', counts.tokens.toLocaleString('en')],
          ['Tokens of teams and organizations', counts.serviceTokens.toLocaleString('en')],
          ['Open links', counts.links.toLocaleString('en')],
        ]}
      />
      <Note mt="sm">Only the user sees the tokens. “Revoke all access” ends them all.</Note>
    </Section>
  )
}
