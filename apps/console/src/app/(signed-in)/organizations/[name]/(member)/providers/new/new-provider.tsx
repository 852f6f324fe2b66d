'use client'

import { isProviderName } from '@engine/shared'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { RegistryName } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { NameWarnings } from '../warnings'

const ProviderCreate = graphql(`
  mutation ProviderCreate($input: RegistryProviderCreateInput!) {
    registryProviderCreate(input: $input) {
      registryProvider {
        id
        name
      }
    }
  }
`)

type FormValues = { registryName: RegistryName; namespace: string; name: string; sourceUrl: string }

const word = (text: string) =>
  isProviderName(text.trim()) ? null : 'It is 1 to 64 letters, digits, - and _.'

export function NewProvider() {
  const { name: organization } = useOrganization()
  const create = useChange(ProviderCreate)
  const form = useForm<FormValues>({
    initialValues: { registryName: 'PRIVATE', namespace: '', name: '', sourceUrl: '' },
    validate: {
      name: word,
      namespace: (text, { registryName }) => (registryName === 'PUBLIC' ? word(text) : null),
    },
  })

  async function save({ registryName, namespace, name, sourceUrl }: FormValues) {
    const { registryProvider, userErrors } = await create.mutateAsync({
      organization,
      registryName,
      namespace: registryName === 'PUBLIC' ? namespace.trim() : organization,
      name: name.trim(),
      sourceUrl: registryName === 'PUBLIC' ? null : sourceUrl.trim() || null,
    })
    if (!registryProvider) return userErrors
    return {
      done: `${registryProvider.name} is added.`,
      path: paths.provider(organization, registryProvider.id),
    }
  }

  return (
    <>
      <PageHeader title="New provider" tab={`New · Providers · ${organization}`} />
      <RecordForm
        form={form}
        submitLabel="Add provider"
        cancelPath={paths.providers(organization)}
        onSubmit={save}
      >
        <Section title="Provider">
          <ProviderFields form={form} organization={organization} />
        </Section>
      </RecordForm>
    </>
  )
}

type FieldsProps = { form: UseFormReturnType<FormValues>; organization: string }

function ProviderFields({ form, organization }: FieldsProps) {
  const values = form.getValues()
  const isPublic = values.registryName === 'PUBLIC'
  return (
    <Stack gap="md" maw={480}>
      <Radio.Group label="Registry" {...form.getInputProps('registryName')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="PRIVATE"
            label="Private"
            description="Yours: you upload its versions here, and members install it from here."
          />
          <Radio
            value="PUBLIC"
            label="Public"
            description="Of the public registry: it is listed here, and installed from there."
          />
        </Stack>
      </Radio.Group>
      {isPublic && (
        <TextInput
          label="Namespace"
          description="Who publishes it in the public registry."
          {...plainText}
          {...form.getInputProps('namespace')}
        />
      )}
      <TextInput
        label="Name"
        description={isPublic ? 'As the public registry calls it.' : `Its namespace is ${organization}.`}
        {...plainText}
        {...form.getInputProps('name')}
      />
      {!isPublic && (
        <TextInput
          label="Source repository (optional)"
          placeholder="https://…"
          inputMode="url"
          {...plainText}
          {...form.getInputProps('sourceUrl')}
        />
      )}
      <NameWarnings namespace={isPublic ? values.namespace.trim() : organization} name={values.name.trim()} />
    </Stack>
  )
}
