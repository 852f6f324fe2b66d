'use client'

import { Select, Skeleton, Stack, Switch, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { lazy, Suspense } from 'react'
import { useTeamOptions } from '~/app/(signed-in)/organizations/[name]/(member)/members/team-options'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { CiIdentityFactsFragment, IssuerChoiceFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { RecordForm } from '~/shell/record-form'
import { overList } from '~/ui/over-list'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { ClaimFields } from './claim-fields'
import { CiIdentityForm } from './queries'
import {
  claimsFor,
  emptyValues,
  type FormValues,
  hasInput,
  inputOf,
  labels,
  placed,
  validation,
  valuesOf,
} from './values'

type Issuers = readonly IssuerChoiceFragment[]

/** Lists of modules to choose from come with it. */
const ScopeFields = lazy(async () => ({ default: (await import('./scope-fields')).ScopeFields }))

const CiIdentityCreate = graphql(`
  mutation CiIdentityCreate($input: CiIdentityCreateInput!) {
    ciIdentityCreate(input: $input) {
      ciIdentity {
        id
        name
      }
    }
  }
`)

export function NewIdentity({ issuers }: { issuers: Issuers }) {
  const { name: organization } = useOrganization()
  const create = useChange(CiIdentityCreate)
  const [only] = issuers
  const usual =
    only && issuers.length === 1
      ? { ...emptyValues, trustedIssuerId: only.id, claims: claimsFor(only.kind, []) }
      : emptyValues
  const form = useForm<FormValues>({ initialValues: usual, validate: validation })

  async function save(values: FormValues) {
    const { ciIdentity, userErrors } = await create.mutateAsync({ ...inputOf(values), organization })
    if (!ciIdentity) return placed(values, userErrors)
    return { done: `${ciIdentity.name} is created.`, path: paths.ciIdentity(organization, ciIdentity.id) }
  }

  return (
    <>
      <PageHeader title="New CI identity" tab={`New · CI identities · ${organization}`} />
      <RecordForm
        form={form}
        hasInput={hasInput}
        submitLabel="Create CI identity"
        disabledReason={issuers.length === 0 ? 'No trusted issuer is for this organization yet' : undefined}
        cancelPath={paths.ciIdentities(organization)}
        onSubmit={save}
      >
        <Fields form={form} issuers={issuers} />
      </RecordForm>
    </>
  )
}

const CiIdentityUpdate = graphql(`
  mutation CiIdentityUpdate($input: CiIdentityUpdateInput!) {
    ciIdentityUpdate(input: $input) {
      ciIdentity {
        name
      }
    }
  }
`)

export function EditIdentity({ found, issuers }: { found: CiIdentityFactsFragment; issuers: Issuers }) {
  const update = useChange(CiIdentityUpdate)
  const { organization, issuer, team } = found
  const path = paths.ciIdentity(organization.name, found.id)
  // One that is no more for the organization stays until another is chosen.
  const all = issuer && !issuers.some(({ id }) => id === issuer.id) ? [...issuers, issuer] : issuers
  return (
    <>
      <PageHeader title={`Edit ${found.name}`} tab={`Edit · ${found.name} · CI identities`} />
      <EditForm
        thing="CI identity"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        hasInput={hasInput}
        submitLabel="Save CI identity"
        cancelPath={path}
        save={async ({ id, updatedAt }, values) => {
          const input = { id, expectedUpdatedAt: updatedAt, ...inputOf(values) }
          const { ciIdentity, userErrors } = await update.mutateAsync(input)
          return ciIdentity ? { done: `${ciIdentity.name} is saved.`, path } : placed(values, userErrors)
        }}
        load={async () => (await request(CiIdentityForm, { id: found.id })).ciIdentity}
      >
        {(form) => <Fields form={form} issuers={all} team={team} />}
      </EditForm>
    </>
  )
}

type Props = {
  form: UseFormReturnType<FormValues>
  issuers: Issuers
  team?: CiIdentityFactsFragment['team']
}

function Fields({ form, issuers, team }: Props) {
  const { trustedIssuerId, claims } = form.getValues()
  const kind = issuers.find(({ id }) => id === trustedIssuerId)?.kind

  function chooseIssuer(id: string | null) {
    const chosen = issuers.find((issuer) => issuer.id === id)
    if (chosen) form.setValues({ trustedIssuerId: chosen.id, claims: claimsFor(chosen.kind, claims) })
  }

  return (
    <>
      <Section title="Identity">
        <Stack gap="md" maw={480}>
          <TextInput
            label="Name"
            description="A job names it if it fits several."
            maxLength={100}
            {...plainText}
            {...form.getInputProps('name')}
          />
          <Select
            label="Issuer"
            description="The CI system that runs the jobs."
            placeholder="Choose one"
            data={issuers.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...overList({ ...form.getInputProps('trustedIssuerId'), value: trustedIssuerId || null })}
            onChange={chooseIssuer}
          />
          <TeamField form={form} team={team ?? null} />
        </Stack>
      </Section>
      {kind && <ClaimFields form={form} kind={kind} />}
      <Suspense fallback={<Skeleton height={276} />}>
        <ScopeFields form={form} />
      </Suspense>
      <Section title="Tokens">
        <Stack gap="md" maw={480}>
          <Select
            label="Lifetime"
            description="A token ends by itself after it. Long applies need a longer one."
            data={lifetimesWith(form.getValues().lifetime)}
            allowDeselect={false}
            {...form.getInputProps('lifetime')}
          />
          <Switch
            label="Enabled"
            description="Disabling it ends the tokens that jobs have."
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
    </>
  )
}

const lifetimes = [
  { value: '5m', label: '5 minutes' },
  { value: '15m', label: '15 minutes' },
  { value: '30m', label: '30 minutes' },
  { value: '1h', label: '1 hour, the longest allowed' },
]

/** A script may have given it another one. */
const lifetimesWith = (given: string) =>
  lifetimes.some(({ value }) => value === given) ? lifetimes : [...lifetimes, { value: given, label: given }]

function TeamField({
  form,
  team,
}: {
  form: UseFormReturnType<FormValues>
  team: NonNullable<Props['team']> | null
}) {
  const { data, ...search } = useTeamOptions()
  const own =
    team && !data.some(({ value }) => value === team.id) ? [{ value: team.id, label: team.name }] : []
  return (
    <Select
      label="Team"
      description="The jobs get its tokens, and may never do more than the team."
      data={[...own, ...data]}
      allowDeselect={false}
      {...search}
      placeholder="Choose one"
      {...overList({ ...form.getInputProps('teamId'), value: form.getValues().teamId || null })}
    />
  )
}
