'use client'

import { Stack, Switch, TextInput } from '@mantine/core'
import { beyondText } from '~/ui/text'
import type { UseFormReturnType } from '@mantine/form'
import { useTeamOptions } from '~/app/(signed-in)/organizations/[name]/(member)/members/team-options'
import type { CiIdentityFactsFragment, IssuerChoiceFragment } from '~/data/generated/graphql'
import { openOnClick } from '~/ui/open-on-click'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { ClaimFields } from './claim-fields'
import { ScopeFields } from './scope-fields'
import { claimsFor, type FormValues } from './values'
import { Select } from '~/ui/list-field'

type Props = {
  form: UseFormReturnType<FormValues>
  issuers: readonly IssuerChoiceFragment[]
  /** Number of further issuers. */
  hidden: number
  team?: CiIdentityFactsFragment['team']
}

/** Fields of an identity; they load after the page around them, since selects take much code. */
export function IdentityFields({ form, issuers, hidden, team }: Props) {
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
            description="A job that matches several identities names one."
            maxLength={100}
            {...plainText}
            {...form.getInputProps('name')}
          />
          <Select
            label="Issuer"
            description={`The CI system that runs the jobs.${beyondText(hidden, 'issuer')}`}
            placeholder="Choose one"
            data={issuers.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...openOnClick({ ...form.getInputProps('trustedIssuerId'), value: trustedIssuerId || null })}
            onChange={chooseIssuer}
          />
          <TeamField form={form} team={team ?? null} />
        </Stack>
      </Section>
      {kind && <ClaimFields form={form} kind={kind} />}
      <ScopeFields form={form} />
      <Section title="Tokens">
        <Stack gap="md" maw={480}>
          <Select
            label="Lifetime"
            description="A token expires after this time. Long applies need a longer one."
            data={lifetimesWith(form.getValues().lifetime)}
            allowDeselect={false}
            {...form.getInputProps('lifetime')}
          />
          <Switch
            label="Enabled"
            description="Disabling it ends existing tokens of jobs."
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
      description="Jobs get tokens of this team, and can never do more than the team."
      data={[...own, ...data]}
      allowDeselect={false}
      {...search}
      placeholder="Choose one"
      {...openOnClick({ ...form.getInputProps('teamId'), value: form.getValues().teamId || null })}
    />
  )
}
