import { Badge } from '@mantine/core'
import type { MembershipStatus } from '~/data/generated/graphql'

type Person = { email: string; user: { username: string } | null }

/** The name of a member: the user name, or the address while there is none. */
export const nameOf = ({ email, user }: Person): string => user?.username ?? email

export const MemberBadge = ({ status }: { status: MembershipStatus }) =>
  status === 'ACTIVE' ? <Badge color="green">Active</Badge> : <Badge color="yellow">Invited</Badge>
