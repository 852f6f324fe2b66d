'use client'

import { Autocomplete, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { AboutFields, type AboutValues } from '../about-fields'

const ModuleCreate = graphql(`
  mutation ModuleCreate($input: RegistryModuleCreateInput!) {
    registryModuleCreate(input: $input) {
      registryModule {
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
  const form = useForm<Values>({
    initialValues: { organization, name: '', provider: '', description: '', sourceUrl: '' },
  })
  const create = useChange(ModuleCreate)
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
    return {
      done: `${made.namespace}/${made.name}/${made.provider} is created.`,
      path: paths.modulePublish(made),
    }
  }

  return (
    <>
      <Crumbs
        trail={[
          { label: 'Modules', path: paths.modules() },
          ...(organization === '' ? [] : [{ label: organization, path: back }]),
        ]}
      />
      <PageHeader title="New module" tab="New · Modules" />
      <RecordForm form={form} submitLabel="Create module" cancelPath={back} onSubmit={save}>
        <Section title="Address">
          <Stack gap="md" maw={420}>
            <Autocomplete
              label="Organization"
              description="Its name is the first part of the address."
              data={[...organizations]}
              {...plainText}
              {...form.getInputProps('organization')}
            />
            <TextInput
              label="Name"
              description="Letters, digits, - and _, such as network."
              {...plainText}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Provider"
              description="The main provider it is for: small letters and digits, such as aws."
              {...plainText}
              {...form.getInputProps('provider')}
            />
          </Stack>
        </Section>
        <AboutFields form={form} />
      </RecordForm>
    </>
  )
}
