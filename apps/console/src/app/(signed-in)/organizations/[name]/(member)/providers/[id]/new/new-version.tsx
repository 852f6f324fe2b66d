'use client'

import { isEngineVersion } from '@engine/shared'
import { Alert, Anchor, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { toastDone } from '~/ui/toast'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useCreateVersion } from '~/app/(signed-in)/organizations/[name]/(member)/providers/changes'

type FormValues = { version: string; keyId: string; protocols: string[] }

type Props = { provider: { id: string; name: string }; keyIds: readonly string[] }

/** A number and the key that its checksums are signed with; the files come next. */
export function NewVersion({ provider, keyIds }: Props) {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const mayAddKeys = useMayHere('SIGNING_KEYS_WRITE')
  const create = useCreateVersion()
  const form = useForm<FormValues>({
    initialValues: { version: '', keyId: keyIds[0] ?? '', protocols: ['5.0'] },
    validate: {
      version: (version) =>
        isEngineVersion(version.trim()) ? null : 'A version is N.N.N or N.N.N-suffix, without a v.',
      keyId: (keyId) => (keyId === '' ? 'Choose the key that signs it.' : null),
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
    form.resetDirty()
    toastDone(`${provider.name} ${made.version} waits for its files.`)
    router.replace(paths.providerVersion(organization, provider.id, made.version))
    return 'saved'
  }

  return (
    <>
      <PageHeader title={`New version of ${provider.name}`} />
      <RecordForm form={form} submitLabel="Create version" cancelPath={path} onSubmit={save}>
        <Section title="Version">
          <Stack gap="md" maw={480}>
            {keyIds.length === 0 && (
              <Alert color="yellow" title="There is no signing key yet">
                A version is signed with a key of the organization.{' '}
                {mayAddKeys ? (
                  <Anchor
                    component={Link}
                    href={paths.signingKeys(organization, { dialog: 'add' })}
                    inherit
                    underline="always"
                  >
                    Add one first.
                  </Anchor>
                ) : (
                  'An owner has to add one first.'
                )}
              </Alert>
            )}
            <TextInput
              label="Version"
              description="Such as 1.2.0 or 1.3.0-beta1."
              autoComplete="off"
              spellCheck={false}
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
