import { type EndOfLife, EndOfLifeBadge } from '~/app/(signed-in)/end-of-life/badge'
import type { ModuleUpgradeStatus } from '~/data/generated/graphql'
import { StateDot } from '~/ui/state-dot'
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

/** What is wrong with a version that is used. */
export function UpgradeState({ status, endOfLife }: Props) {
  if (status === 'END_OF_LIFE' && endOfLife) return <EndOfLifeBadge endOfLife={endOfLife} />
  return (
    <StateDot tone={status === null ? 'good' : tones[status]} quiet={status === null}>
      {upgradeWord(status)}
    </StateDot>
  )
}

/** How many changes on the way to the newest version break those who call it; nothing where none does. */
export const Breaks = ({ changes }: { changes: number | null }) =>
  changes !== null && changes > 0 && <StateDot tone="warning">{breaksText(changes)}</StateDot>

/** What stands in place of a count that is still to be made in background. */
export const notCounted = 'Not counted yet'

export const breaksText = (changes: number): string => `Breaks ${numberText(changes)}`

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
export const usersText = (users: readonly User[]): string =>
  users.map(({ name, team }) => (team === null ? name : `${name} (team ${team})`)).join(', ')
