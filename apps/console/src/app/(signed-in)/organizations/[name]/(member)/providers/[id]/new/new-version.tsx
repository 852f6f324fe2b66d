'use client'

import { isEngineVersion } from '@engine/shared'
import { Alert, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { TextLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const ProviderVersionCreate = graphql(`
  mutation ProviderVersionCreate($input: RegistryProviderVersionCreateInput!) {
    registryProviderVersionCreate(input: $input) {
      registryProviderVersion {
        version
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type FormValues = { version: string; keyId: string; protocols: string[] }

type Props = { provider: { id: string; name: string }; keyIds: readonly string[] }

/** A number and the key that its checksums are signed with; the files come next. */
export function NewVersion({ provider, keyIds }: Props) {
  const { name: organization } = useOrganization()
  const mayAddKeys = useMayHere('SIGNING_KEYS_WRITE')
  const create = useChange(ProviderVersionCreate)
  const form = useForm<FormValues>({
    initialValues: { version: '', keyId: keyIds[0] ?? '', protocols: ['5.0'] },
    validate: {
      version: (version) =>
        isEngineVersion(version.trim()) ? null : 'A version is N.N.N or N.N.N-suffix, without a v.',
      keyId: (keyId) => (keyId === '' ? 'Select the signing key.' : null),
    },
  })
  const path = paths.provider(organization, provider.id)

  async function save({ version, keyId, protocols }: FormValues) {
    const { registryProviderVersion: made, userErrors } = await create.mutateAsync({
      providerId: provider.id,
      version: version.trim(),
      keyId,
      protocols,
    })
    if (!made) return userErrors
    return {
      done: `${provider.name} ${made.version} waits for its files.`,
      path: paths.providerVersion(organization, provider.id, made.version),
    }
  }

  return (
    <>
      <PageHeader
        title={`New version of ${provider.name}`}
        tab={`New version · Providers · ${organization}`}
      />
      <RecordForm form={form} submitLabel="Create version" cancelPath={path} onSubmit={save}>
        <Section title="Version">
          <Stack gap="md" maw={480}>
            {keyIds.length === 0 && (
              <Alert color="yellow" title="There is no signing key yet">
                A version is signed with a key of the organization.{' '}
                {mayAddKeys ? (
                  <TextLink href={paths.signingKeys(organization, { dialog: 'add' })}>
                    Add one first.
                  </TextLink>
                ) : (
                  'An owner has to add one first.'
                )}
              </Alert>
            )}
            <TextInput
              label="Version"
              description="For example 1.2.0 or 1.3.0-beta1."
              {...plainText}
              {...form.getInputProps('version')}
            />
            <Select
              label="Signing key"
              description="The checksums are signed with it."
              data={keyIds}
              allowDeselect={false}
              {...form.getInputProps('keyId')}
            />
            <TagsInput
              label="Protocols"
              description="The engine's protocols that the provider supports: 5.0, 6.0 or both."
              data={['5.0', '6.0']}
              {...form.getInputProps('protocols')}
            />
          </Stack>
        </Section>
      </RecordForm>
    </>
  )
}
