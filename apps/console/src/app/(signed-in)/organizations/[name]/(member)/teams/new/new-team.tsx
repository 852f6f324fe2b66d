'use client'

import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useCreateTeam } from '../changes'
import { TeamFields } from '../team-fields'
import { emptyValues, tidied, validation, type FormValues } from '../values'

export function NewTeam() {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const create = useCreateTeam()
  const form = useForm<FormValues>({ initialValues: emptyValues, validate: validation })

  async function save(values: FormValues) {
    const { ssoTeamId, ...rest } = tidied(values)
    const { team, userErrors } = await create.mutateAsync({
      ...rest,
      organization,
      ssoTeamId: ssoTeamId || null,
    })
    if (!team) return userErrors
    form.resetDirty()
    toastDone(`The team ${team.name} is created.`)
    router.replace(paths.team(organization, team.id))
    return 'saved'
  }

  return (
    <>
      <PageHeader title="New team" />
      <RecordForm
        form={form}
        submitLabel="Create team"
        cancelPath={paths.teams(organization)}
        onSubmit={save}
      >
        <TeamFields form={form} />
      </RecordForm>
    </>
  )
}
