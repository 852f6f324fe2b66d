'use client'

import { useChange } from '~/data/use-change'
import { openOnClick } from '~/ui/open-on-click'
import { toastDone } from '~/ui/feedback/toast'
import { nameOf } from '../member-name'
import { useTeamOptions } from '../team-options'
import type { FoundMember } from './queries'
import { Select } from '~/ui/list-field'

/** Puts a member into a team, for owners. */
export function AddToTeam({ member }: { member: FoundMember }) {
  const join = useChange('teamMembershipsAdd')
  const picker = useTeamOptions()
  const taken = new Set(member.teams.nodes.map(({ id }) => id))
  const options = picker.data.filter(({ value }) => !taken.has(value))

  async function add(id: string | null) {
    const team = options.find(({ value }) => value === id)
    if (!team) return
    picker.onSearchChange('')
    const { userErrors } = await join.mutateAsync({ id: team.value, membershipIds: [member.id] })
    if (userErrors.length === 0) toastDone(`${nameOf(member)} is in ${team.label}.`)
  }

  return (
    <Select
      label="Add to a team"
      maw={420}
      {...picker}
      data={options}
      value={null}
      onChange={(id) => void add(id).catch(() => undefined)}
      {...openOnClick({ error: join.data?.userErrors.map(({ message }) => message).join('. ') })}
    />
  )
}
