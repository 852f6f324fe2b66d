'use client'

import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { PendingInvitationsQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { change, useChange } from '~/data/use-change'
import { showOutcome, useAsk } from '~/shell/act'
import { Moment } from '~/ui/moment'
import { Note } from '~/ui/texts'
import { toastFailure } from '~/ui/feedback/toast'
import { Card } from './card'
import classes from './overview.module.css'

const PendingInvitationsDocument = graphql(`
  query PendingInvitations {
    viewer {
      invitations(page: { size: 20 }) {
        nodes {
          id
          organization
          teams
          invitedBy
          expiresAt
        }
        totalCount
      }
    }
  }
`)

type Invitation = NonNullable<PendingInvitationsQuery['viewer']>['invitations']['nodes'][number]

export const usePendingInvitations = () => useQuery(query(PendingInvitationsDocument, {}))

/** Invitations of the viewer, to accept or decline; absent if there are none. */
export function PendingInvitations() {
  const { data, error, refetch } = usePendingInvitations()
  const { nodes, totalCount } = data?.viewer?.invitations ?? { nodes: [], totalCount: 0 }
  if (nodes.length === 0 && !error) return null
  return (
    <Card title="Invitations" loading={false} error={error} retry={refetch}>
      <ul className={classes['list']}>
        {nodes.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      {totalCount > nodes.length && <Note>and {totalCount - nodes.length} more</Note>}
    </Card>
  )
}

function InvitationLine({ invitation }: { invitation: Invitation }) {
  const { id, organization, teams, invitedBy, expiresAt } = invitation
  const accept = useChange('organizationMembershipAccept')
  const ask = useAsk()

  async function join() {
    const problems = showOutcome(await accept.mutateAsync({ id }), `You are a member of ${organization} now.`)
    if (problems.length > 0) throw new Error(problems.join('. '))
  }

  const decline = () =>
    ask({
      change: change('organizationMembershipDelete', { id }),
      question: {
        title: `Decline the invitation to ${organization}?`,
        body: 'The invitation is removed. An owner can invite you again.',
        confirm: 'Decline',
        danger: true,
      },
      done: `The invitation to ${organization} is declined.`,
    })

  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {organization}
          </Text>
          <Note>
            {invitedBy !== null && `By ${invitedBy}. `}
            {teams.length > 0 && `Teams: ${teams.join(', ')}. `}
            Valid until <Moment at={expiresAt} />.
          </Note>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            loading={accept.isPending}
            onClick={() => void join().catch(toastFailure)}
            aria-label={`Accept the invitation to ${organization}`}
          >
            Accept
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={decline}
            aria-label={`Decline the invitation to ${organization}`}
          >
            Decline
          </Button>
        </Group>
      </Group>
    </li>
  )
}
