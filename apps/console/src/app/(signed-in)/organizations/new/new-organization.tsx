'use client'

import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { trimmed } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { useViewer } from '~/shell/viewer'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'

const OrganizationCreate = graphql(`
  mutation OrganizationCreate($input: OrganizationCreateInput!) {
    organizationCreate(input: $input) {
      organization {
        name
      }
    }
  }
`)

export function NewOrganization() {
  const { user } = useViewer()
  const form = useForm({ initialValues: { name: '', email: user.email ?? '' } })
  const create = useChange(OrganizationCreate)

  async function save(values: typeof form.values) {
    const { organization, userErrors } = await create.mutateAsync(trimmed(values))
    if (!organization) return userErrors
    return { done: `${organization.name} is created.`, path: paths.organization(organization.name) }
  }

  return (
    <>
      <Crumbs trail={[{ label: 'Organizations', path: paths.organizations() }]} />
      <PageHeader title="New organization" tab="New · Organizations" />
      <RecordForm
        form={form}
        submitLabel="Create organization"
        cancelPath={paths.organizations()}
        onSubmit={save}
      >
        <Section title="Organization">
          <Stack gap="md" maw={420}>
            <TextInput
              label="Name"
              description="3 to 64 letters, digits, - and _. It stays taken for good."
              {...plainText}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="E-mail for notifications"
              type="email"
              description="You become its first owner."
              {...form.getInputProps('email')}
            />
          </Stack>
        </Section>
      </RecordForm>
    </>
  )
}
