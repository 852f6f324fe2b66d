'use client'

import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { GeneralSettingsFactsFragment } from '../../../../../../../data/generated/graphql'
import { request } from '../../../../../../../data/request'
import { useChange } from '../../../../../../../data/use-change'
import { graphql } from '../../../../../../../data/generated'
import { paths } from '../../../../../../../paths'
import { RecordForm } from '../../../../../../../shell/record-form'
import { StaleNotice } from '../../../../../../../shell/stale-notice'
import { PageHeader } from '../../../../../../../ui/page-header'
import { Section } from '../../../../../../../ui/section'
import { toastDone } from '../../../../../../../ui/toast'
import { Entitlements } from '../../../entitlements'
import { DeleteSection } from './delete-section'
import { GeneralSettingsQuery, labels, updateInputOf, validation, valuesOf, type FormValues } from './values'

const OwnOrganizationUpdate = graphql(`
  mutation OwnOrganizationUpdate($input: OrganizationUpdateInput!) {
    organizationUpdate(input: $input) {
      organization {
        id
        name
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** What its owners decide about an organization. */
export function GeneralSettings({ found }: { found: GeneralSettingsFactsFragment }) {
  const router = useRouter()
  const update = useChange(OwnOrganizationUpdate)
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useForm<FormValues>({ initialValues: valuesOf(found), validate: validation })
  const isRenamed = form.getValues().name.trim() !== base.name

  async function save(values: FormValues) {
    const { organization, userErrors } = await update.mutateAsync(updateInputOf(base, values))
    if (organization) {
      form.resetDirty()
      toastDone(`The settings of ${organization.name} are saved.`)
      router.replace(paths.organization(organization.name))
      return 'saved'
    }
    setStale(userErrors.some(({ code }) => code === 'STALE'))
    return userErrors.filter(({ code }) => code !== 'STALE')
  }

  return (
    <>
      <PageHeader title="Settings" />
      <RecordForm
        form={form}
        submitLabel="Save settings"
        cancelPath={paths.organization(found.name)}
        notice={
          <StaleNotice
            form={form}
            thing="organization"
            labels={labels}
            base={base}
            valuesOf={valuesOf}
            stale={stale}
            load={async () => (await request(GeneralSettingsQuery, { name: found.name })).organization}
            onLoaded={(theirs) => (setBase(theirs), setStale(false))}
          />
        }
        onSubmit={save}
      >
        <Section title="Organization">
          <Stack gap="md" maw={480}>
            <TextInput
              label="Name"
              description={
                isRenamed
                  ? `Every address with ${base.name} in it ends: of its modules and providers, in scripts and in links. Nobody can use the old name again.`
                  : '3 to 64 letters, digits, - and _.'
              }
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('name')}
            />
            <TextInput label="E-mail for notifications" type="email" {...form.getInputProps('email')} />
          </Stack>
        </Section>
      </RecordForm>
      <Stack gap="md" maw={720} mt="xl">
        <Entitlements entitlements={found.entitlements} />
        <DeleteSection id={found.id} name={found.name} />
      </Stack>
    </>
  )
}
