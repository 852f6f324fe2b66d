'use client'

import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { useViewer } from '~/shell/viewer'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { toastDone } from '~/ui/toast'
import { organizationAreas } from '../changes'

const OrganizationCreate = graphql(`
  mutation OrganizationCreate($input: OrganizationCreateInput!) {
    organizationCreate(input: $input) {
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

export function NewOrganization() {
  const router = useRouter()
  const { user } = useViewer()
  const form = useForm({ initialValues: { name: '', email: user.email ?? '' } })
  const create = useChange(OrganizationCreate, organizationAreas)

  async function save({ name, email }: { name: string; email: string }) {
    const { organization, userErrors } = await create.mutateAsync({ name: name.trim(), email: email.trim() })
    if (!organization) return userErrors
    form.resetDirty()
    toastDone(`${organization.name} is created.`)
    router.replace(paths.organization(organization.name))
    return 'saved'
  }

  return (
    <>
      <Crumbs trail={[{ label: 'Organizations', path: paths.organizations() }]} />
      <PageHeader title="New organization" />
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
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
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
