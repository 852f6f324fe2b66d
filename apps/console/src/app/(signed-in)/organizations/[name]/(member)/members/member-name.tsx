import type { MembershipStatus } from '~/data/generated/graphql'
import { StateDot } from '~/ui/feedback/state-dot'

type Person = { email: string; user: { username: string } | null }

/** The name of a member: the user name, or the address while there is none. */
export const nameOf = ({ email, user }: Person): string => user?.username ?? email

/** `quiet` in a list, where most members are active. */
export const MemberBadge = ({ status, quiet }: { status: MembershipStatus; quiet?: boolean }) =>
  status === 'ACTIVE' ? (
    <StateDot tone="good" quiet={quiet}>
      Active
    </StateDot>
  ) : (
    <StateDot tone="idle">Invited</StateDot>
  )
