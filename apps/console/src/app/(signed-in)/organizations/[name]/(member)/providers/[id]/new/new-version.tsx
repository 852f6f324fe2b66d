'use client'

import { isEngineVersion } from '@engine/shared'
import { Alert, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm, type Saved } from '~/shell/record-form'
import type { Outcome } from '~/shell/submission'
import { TextLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { count } from '~/ui/text'
import { Problems, Small } from '~/ui/texts'
import { handOver, isUploaded, problemsOf, readRelease, type Release } from '../release/read-release'
import { ReleaseDrop } from '../release/release-drop'

// Seen once files are chosen.
const FileList = dynamic(async () => (await import('../release/file-list')).FileList)

const ProviderVersionCreate = graphql(`
  mutation ProviderVersionCreate($input: RegistryProviderVersionCreateInput!) {
    registryProviderVersionCreate(input: $input) {
      registryProviderVersion {
        id
        version
      }
    }
  }
`)

type FormValues = { version: string; keyId: string; protocols: string }

type Key = { keyId: string; signerIds: readonly string[] }

type Props = { provider: { id: string; name: string }; keys: readonly Key[] }

const validate = {
  version: (version: string) =>
    isEngineVersion(version.trim()) ? null : 'A version is N.N.N or N.N.N-suffix, without a v.',
  keyId: (keyId: string) => (keyId === '' ? 'Select the signing key.' : null),
}

/** The files of a release say all that a version needs; without them, a number and a key do for now. */
export function NewVersion({ provider, keys }: Props) {
  const keyIds = keys.map(({ keyId }) => keyId)
  const [release, setRelease] = useState<Release>()
  const { name: organization } = useOrganization()
  const path = paths.provider(organization, provider.id)
  const create = useChange(ProviderVersionCreate)
  const form = useForm<FormValues>({
    initialValues: { version: '', keyId: keyIds[0] ?? '', protocols: '5.0' },
    validate,
  })
  const sent = release?.files.filter(isUploaded) ?? []
  const problems = release ? problemsOf(release, keys, form.getValues().version.trim()) : []
  const fits = problems.length === 0 && sent.every(({ problem }) => problem === null)

  async function choose(files: File[]) {
    const read = await readRelease(files, provider.name)
    const signer = keys.find(({ signerIds }) => signerIds.includes(read.signerId ?? ''))
    setRelease(read)
    form.setValues({
      ...(read.version !== undefined && { version: read.version }),
      ...(read.protocols && { protocols: read.protocols.join(', ') }),
      ...(signer && { keyId: signer.keyId }),
    })
  }

  async function save({ version, keyId, protocols }: FormValues): Promise<Outcome<Saved>> {
    if (release && !fits)
      return [{ field: [], code: 'INVALID', message: 'The files do not fit: choose them again' }]
    const { registryProviderVersion: made, userErrors } = await create.mutateAsync({
      providerId: provider.id,
      version: version.trim(),
      keyId,
      protocols: protocols.split(/[\s,]+/).filter(Boolean),
    })
    if (!made) return userErrors
    if (release) handOver(made.id, release)
    return {
      done: release
        ? `${provider.name} ${made.version} is created; its files are uploaded.`
        : `${provider.name} ${made.version} waits for its files.`,
      path: paths.providerVersion(organization, provider.id, made.version),
    }
  }

  return (
    <>
      <NewVersionHeader name={provider.name} path={path} />
      <RecordForm
        form={form}
        submitLabel={release ? `Create and upload ${count(sent.length, 'file')}` : 'Create version'}
        cancelPath={path}
        onSubmit={save}
      >
        <Section title="Release files">
          <ReleaseFiles release={release} problems={problems} onFiles={(files) => void choose(files)} />
        </Section>
        <VersionFields form={form} keyIds={keyIds} />
      </RecordForm>
    </>
  )
}

function NewVersionHeader({ name, path }: { name: string; path: string }) {
  const { name: organization } = useOrganization()
  return (
    <PageHeader
      title={`New version of ${name}`}
      short="New version"
      of={{ label: name, path }}
      tab={`New version · ${name} · Providers · ${organization}`}
    />
  )
}

function VersionFields({ form, keyIds }: { form: UseFormReturnType<FormValues>; keyIds: string[] }) {
  const { name: organization } = useOrganization()
  const mayAddKeys = useMayHere('SIGNING_KEYS_WRITE')
  return (
    <Section title="Version">
      <Stack gap="md" maw={480}>
        {keyIds.length === 0 && (
          <Alert color="yellow" title="There is no signing key yet">
            A version is signed with a key of the organization.{' '}
            {mayAddKeys ? (
              <TextLink href={paths.signingKeys(organization, { dialog: 'add' })}>Add one first.</TextLink>
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
        <NativeSelect
          label="Signing key"
          description="The checksums are signed with it."
          data={keyIds}
          {...form.getInputProps('keyId')}
        />
        <TextInput
          label="Protocols"
          description="The engine's protocols that the provider supports: 5.0, 6.0, or both with a comma."
          {...plainText}
          {...form.getInputProps('protocols')}
        />
      </Stack>
    </Section>
  )
}

type ReleaseProps = {
  release: Release | undefined
  problems: readonly string[]
  onFiles: (files: File[]) => void
}

const ReleaseFiles = ({ release, problems, onFiles }: ReleaseProps) => (
  <Stack gap="md">
    <ReleaseDrop onFiles={onFiles} />
    {release && (
      <>
        <Problems texts={problems} />
        <FileList files={release.files} />
      </>
    )}
    <Small>They fill in what follows. They can also be uploaded later.</Small>
  </Stack>
)
