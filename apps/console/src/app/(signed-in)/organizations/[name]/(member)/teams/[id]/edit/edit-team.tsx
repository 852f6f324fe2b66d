'use client'

import { useRouter } from 'next/navigation'
import type { TeamFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useUpdateTeam } from '~/app/(signed-in)/organizations/[name]/(member)/teams/changes'
import { TeamFields } from '~/app/(signed-in)/organizations/[name]/(member)/teams/team-fields'
import {
  labels,
  updateInputOf,
  validation,
  valuesOf,
} from '~/app/(signed-in)/organizations/[name]/(member)/teams/values'
import { TeamFormQuery } from './queries'

export function EditTeam({ found }: { found: TeamFormFactsFragment }) {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const update = useUpdateTeam()
  const path = paths.team(organization, found.id)
  return (
    <>
      <PageHeader title={`Edit ${found.name}`} />
      <EditForm
        thing="team"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save team"
        cancelPath={path}
        save={async (base, values) => (await update.mutateAsync(updateInputOf(base, values))).userErrors}
        onSaved={({ name }) => {
          toastDone(`The team ${name.trim()} is saved.`)
          router.replace(path)
        }}
        load={async () => (await request(TeamFormQuery, { id: found.id })).team}
      >
        {(form, base) => <TeamFields form={form} isOwners={base.isOwners} />}
      </EditForm>
    </>
  )
}
