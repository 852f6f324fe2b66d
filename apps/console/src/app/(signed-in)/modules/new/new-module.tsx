'use client'

import { Autocomplete, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { toastDone } from '~/ui/toast'
import { AboutFields, type AboutValues } from '../about-fields'
import { moduleAreas } from '../changes'

const ModuleCreate = graphql(`
  mutation ModuleCreate($input: RegistryModuleCreateInput!) {
    registryModuleCreate(input: $input) {
      registryModule {
        id
        namespace
        name
        provider
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type Values = AboutValues & { organization: string; name: string; provider: string }

type Props = {
  /** Where it is likely meant to be. */
  organization: string | undefined
  organizations: readonly string[]
}

/** A module without a version yet; the upload of the first comes next. */
export function NewModule({ organization = '', organizations }: Props) {
  const router = useRouter()
  const form = useForm<Values>({
    initialValues: { organization, name: '', provider: '', description: '', sourceUrl: '' },
  })
  const create = useChange(ModuleCreate, moduleAreas)
  const back = organization === '' ? paths.modules() : paths.modulesOf(organization)

  async function save({ description, sourceUrl, ...values }: Values) {
    const { registryModule: made, userErrors } = await create.mutateAsync({
      organization: values.organization.trim(),
      name: values.name.trim(),
      provider: values.provider.trim(),
      description: description.trim() || null,
      sourceUrl: sourceUrl.trim() || null,
    })
    if (!made) return userErrors
    form.resetDirty()
    toastDone(`${made.namespace}/${made.name}/${made.provider} is made.`)
    router.replace(paths.modulePublish(made))
    return 'saved'
  }

  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <>
      <Crumbs
        trail={[
          { label: 'Modules', path: paths.modules() },
          ...(organization === '' ? [] : [{ label: organization, path: back }]),
        ]}
      />
      <PageHeader title="New module" />
      <RecordForm form={form} submitLabel="Create module" cancelPath={back} onSubmit={save}>
        <Section title="Address">
          <Stack gap="md" maw={420}>
            <Autocomplete
              label="Organization"
              description="Its name is the first part of the address."
              data={[...organizations]}
              {...plain}
              {...form.getInputProps('organization')}
            />
            <TextInput
              label="Name"
              description="Letters, digits, - and _, such as network."
              {...plain}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Provider"
              description="The main provider it is for: small letters and digits, such as aws."
              {...plain}
              {...form.getInputProps('provider')}
            />
          </Stack>
        </Section>
        <AboutFields form={form} />
      </RecordForm>
    </>
  )
}
