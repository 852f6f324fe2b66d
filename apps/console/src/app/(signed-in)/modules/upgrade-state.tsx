import { type EndOfLife, EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import type { ModuleUpgradeStatus } from '~/data/generated/graphql'
import { StateDot } from '~/ui/feedback/state-dot'
import { firstNames, numberText } from '~/ui/text'

const words: Readonly<Record<ModuleUpgradeStatus, string>> = {
  REVOKED: 'Revoked',
  END_OF_LIFE: 'Ends',
  DEPRECATED: 'Deprecated',
  BEHIND: 'Behind',
}

const tones = { REVOKED: 'bad', END_OF_LIFE: 'warning', DEPRECATED: 'warning', BEHIND: 'idle' } as const

export const upgradeWord = (status: ModuleUpgradeStatus | null): string =>
  status === null ? 'Up to date' : words[status]

type Props = { status: ModuleUpgradeStatus | null; endOfLife: EndOfLife | null }

/** Status of a version in use: what is wrong with it. */
export function UpgradeState({ status, endOfLife }: Props) {
  if (status === 'END_OF_LIFE' && endOfLife) return <EndOfLifeBadge endOfLife={endOfLife} />
  return (
    <StateDot tone={status === null ? 'good' : tones[status]} quiet={status === null}>
      {upgradeWord(status)}
    </StateDot>
  )
}

/** Number of breaking changes on the way to the newest version; empty if there are none. */
export const Breaks = ({ changes }: { changes: number | null }) =>
  changes !== null && changes > 0 && <StateDot tone="warning">{breaksText(changes)}</StateDot>

/** Text while the count is still pending in background. */
export const notCounted = 'Not counted yet'

const breaksText = (changes: number): string => `Breaks ${numberText(changes)}`

type User = { name: string; team: string | null }

/** The first of those who use a version; all of them with their teams in the title. */
export const Users = ({ users }: { users: readonly User[] }) => (
  <span title={usersText(users)}>
    {firstNames(
      users.map(({ name }) => name),
      2,
    )}
  </span>
)

/** `deploy (team platform), ada`. */
const usersText = (users: readonly User[]): string =>
  users.map(({ name, team }) => (team === null ? name : `${name} (team ${team})`)).join(', ')
