import { Badge } from '@mantine/core'
import type { MembershipStatus } from '~/data/generated/graphql'

export const MemberBadge = ({ status }: { status: MembershipStatus }) =>
  status === 'ACTIVE' ? <Badge color="green">Active</Badge> : <Badge color="yellow">Invited</Badge>
