'use client'

import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { TeamFields } from '../team-fields'
import { emptyValues, tidied, validation, type FormValues } from '../values'

const TeamCreate = graphql(`
  mutation TeamCreate($input: TeamCreateInput!) {
    teamCreate(input: $input) {
      team {
        id
        name
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export function NewTeam() {
  const { name: organization } = useOrganization()
  const create = useChange(TeamCreate)
  const form = useForm<FormValues>({ initialValues: emptyValues, validate: validation })

  async function save(values: FormValues) {
    const { ssoTeamId, ...rest } = tidied(values)
    const { team, userErrors } = await create.mutateAsync({
      ...rest,
      organization,
      ssoTeamId: ssoTeamId || null,
    })
    if (!team) return userErrors
    return { done: `The team ${team.name} is created.`, path: paths.team(organization, team.id) }
  }

  return (
    <>
      <PageHeader title="New team" tab={`New · Teams · ${organization}`} />
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
