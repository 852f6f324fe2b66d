'use client'

import { Alert, Checkbox, Radio, Skeleton, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import dynamic from 'next/dynamic'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { TeamFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { trimmed, updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { type Right, rights, visibilityWords } from './rights'
import { emptyValues, type FormValues, labels, TeamFormQuery, validation, valuesOf } from './values'

// Not from the server: a field that is shown before its code has come would forget what is typed into it.
const SsoGroupField = dynamic(async () => (await import('./sso-group-field')).SsoGroupField, {
  ssr: false,
  loading: () => <Skeleton height={88} />,
})

const TeamCreate = graphql(`
  mutation TeamCreate($input: TeamCreateInput!) {
    teamCreate(input: $input) {
      team {
        id
        name
      }
    }
  }
`)

export function NewTeam() {
  const { name: organization } = useOrganization()
  const create = useChange(TeamCreate)
  const form = useForm<FormValues>({ initialValues: emptyValues, validate: validation })

  async function save(values: FormValues) {
    const { ssoTeamId, ...rest } = trimmed(values)
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

const TeamUpdate = graphql(`
  mutation TeamUpdate($input: TeamUpdateInput!) {
    teamUpdate(input: $input) {
      team {
        name
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
      <PageHeader
        title={`Edit ${found.name}`}
        of={{ label: found.name, path }}
        tab={`Edit · ${found.name} · Teams · ${organization}`}
      />
      <EditForm
        thing="team"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save team"
        cancelPath={path}
        save={async (base, values) => {
          const { team, userErrors } = await update.mutateAsync(updateInputOf(base, values, valuesOf(base)))
          return team ? { done: `The team ${team.name} is saved.`, path } : userErrors
        }}
        load={async () => (await request(TeamFormQuery, { id: found.id })).team}
      >
        {(form, base) => <TeamFields form={form} isOwners={base.isOwners} />}
      </EditForm>
    </>
  )
}

type Props = {
  form: UseFormReturnType<FormValues>
  /** The owners may do everything, under this very name. */
  isOwners?: boolean
}

function TeamFields({ form, isOwners = false }: Props) {
  return (
    <>
      <Section title="Team">
        <Stack gap="md" maw={480}>
          <TextInput
            label="Name"
            description={
              isOwners
                ? 'The owners team cannot be renamed.'
                : 'Up to 64 letters, digits, - and _, with blanks inside.'
            }
            readOnly={isOwners}
            {...(isOwners && { variant: 'filled' })}
            {...plainText}
            {...form.getInputProps('name')}
          />
          <Radio.Group label="Visibility" {...form.getInputProps('visibility')}>
            <Stack gap="xs" mt={6}>
              {(Object.keys(visibilityWords) as FormValues['visibility'][]).map((value) => (
                <Radio key={value} value={value} {...visibilityWords[value]} />
              ))}
            </Stack>
          </Radio.Group>
          <SsoGroupField form={form} />
        </Stack>
      </Section>
      <Section title="Rights">
        <Stack gap="md">
          {isOwners && (
            <Alert color="harbor">Owners have all rights in the organization. This cannot be changed.</Alert>
          )}
          {(Object.keys(rights) as Right[]).map((right) => (
            <Checkbox
              key={right}
              label={rights[right].label}
              description={rights[right].description}
              disabled={isOwners}
              {...form.getInputProps(right, { type: 'checkbox' })}
            />
          ))}
          {!isOwners && (
            <Checkbox
              label="Members can manage team tokens"
              description="Members create and revoke tokens with the team's rights. When off, only owners can."
              {...form.getInputProps('allowMemberTokenManagement', { type: 'checkbox' })}
            />
          )}
        </Stack>
      </Section>
    </>
  )
}
