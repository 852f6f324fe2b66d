import { Stack, Text } from '@mantine/core'
import type { InvitationFactsFragment } from '~/data/generated/graphql'
import { FactList, type Fact } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'

/** Who invites whom to what, before anything is asked for. */
export function InvitationSummary({ invitation }: { invitation: InvitationFactsFragment }) {
  return (
    <Stack gap="sm" mb="md">
      <Text size="sm">
        {invitation.purpose === 'ACCOUNT' ? (
          <Account invitation={invitation} />
        ) : (
          <>
            For the account <Name>{invitation.username}</Name>. The new password applies at once, and you are
            signed out everywhere else.
          </>
        )}
      </Text>
      <FactList facts={factsOf(invitation)} labelWidth="6rem" />
    </Stack>
  )
}

const Name = ({ children }: { children: string | null }) => (
  <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

const Account = ({ invitation: { invitedBy, organization } }: { invitation: InvitationFactsFragment }) => (
  <>
    {invitedBy === null ? (
      <>You are invited to the organization </>
    ) : (
      <>
        <Name>{invitedBy}</Name> invites you to the organization{' '}
      </>
    )}
    <Name>{organization}</Name>.
  </>
)

function factsOf({ purpose, email, teams, invitedBy, expiresAt }: InvitationFactsFragment): Fact[] {
  return [
    ...(email === null ? [] : [['E-mail', email] as const]),
    ...(teams === null || teams.length === 0
      ? []
      : [[teams.length === 1 ? 'Team' : 'Teams', teams.join(', ')] as const]),
    ...(purpose === 'PASSWORD' && invitedBy !== null ? [['Created by', invitedBy] as const] : []),
    ...(expiresAt === null ? [] : [['Expires', <Moment key="until" at={expiresAt} />] as const]),
  ]
}
