'use client'

import { graphql } from '~/data/generated'
import type { TeamFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { TeamFields } from '~/app/(signed-in)/organizations/[name]/(member)/teams/team-fields'
import {
  TeamFormQuery,
  labels,
  updateInputOf,
  validation,
  valuesOf,
} from '~/app/(signed-in)/organizations/[name]/(member)/teams/values'

const TeamUpdate = graphql(`
  mutation TeamUpdate($input: TeamUpdateInput!) {
    teamUpdate(input: $input) {
      team {
        name
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export function EditTeam({ found }: { found: TeamFormFactsFragment }) {
  const { name: organization } = useOrganization()
  const update = useChange(TeamUpdate)
  const path = paths.team(organization, found.id)
  return (
    <>
      <PageHeader title={`Edit ${found.name}`} tab={`Edit · Teams · ${organization}`} />
      <EditForm
        thing="team"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save team"
        cancelPath={path}
        save={async (base, values) => {
          const { team, userErrors } = await update.mutateAsync(updateInputOf(base, values))
          return team ? { done: `The team ${team.name} is saved.`, path } : userErrors
        }}
        load={async () => (await request(TeamFormQuery, { id: found.id })).team}
      >
        {(form, base) => <TeamFields form={form} isOwners={base.isOwners} />}
      </EditForm>
    </>
  )
}
