'use client'

import { isEngineVersion } from '@engine/shared'
import { Alert, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { releaseCommands } from '~/app/(signed-in)/modules/publish-commands'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm, type Saved } from '~/shell/record-form'
import type { Outcome } from '~/shell/submission'
import { CodeToCopy } from '~/ui/code-to-copy'
import { TextLink } from '~/ui/links'
import { hiddenOf } from '~/ui/lists/found-options'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { beyondText, count } from '~/ui/text'
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

type Props = {
  provider: { id: string; namespace: string; name: string }
  /** The public address of the API. */
  url: string
  keys: { nodes: readonly Key[]; totalCount: number }
}

const validate = {
  version: (version: string) =>
    isEngineVersion(version.trim()) ? null : 'A version is N.N.N or N.N.N-suffix, without a v.',
  keyId: (keyId: string) => (keyId === '' ? 'Select the signing key.' : null),
}

/** The files of a release say all that a version needs; without them, a number and a key do for now. */
export function NewVersion({ provider, keys: found, url }: Props) {
  const { nodes: keys } = found
  const [release, setRelease] = useState<Release>()
  const { name: organization } = useOrganization()
  const path = paths.provider(organization, provider.id)
  const create = useChange(ProviderVersionCreate)
  const form = useForm<FormValues>({
    initialValues: { version: '', keyId: keys[0]?.keyId ?? '', protocols: '5.0' },
    validate,
  })
  const sent = release?.files.filter(isUploaded) ?? []
  const problems = release
    ? problemsOf(release, hiddenOf(found) > 0 ? undefined : keys, form.getValues().version.trim())
    : []
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
        <ReleaseCommand provider={provider} url={url} />
        <ReleaseFiles release={release} problems={problems} onFiles={(files) => void choose(files)} />
        <VersionFields form={form} keys={found} />
      </RecordForm>
    </>
  )
}

function NewVersionHeader({ name, path }: { name: string; path: string }) {
  const { name: organization } = useOrganization()
  return (
    <PageHeader
      title={`New version of ${name}`}
      of={{ label: name, path }}
      tab={`New version · ${name} · Providers · ${organization}`}
    />
  )
}

/** Command that publishes what a release tool left in the folder `dist`: the form does the same by hand. */
function ReleaseCommand({ provider: { namespace, name }, url }: Pick<Props, 'provider' | 'url'>) {
  const { name: organization } = useOrganization()
  const address = `${namespace}/${name}`
  return (
    <Section title="From a terminal or CI">
      <Stack gap="xs">
        <Text size="sm">
          Run it next to the folder <code>dist</code> of the release, after <code>export ENGINE_TOKEN=…</code>{' '}
          with a token.{' '}
          <TextLink href={paths.tokens({ dialog: 'create', scope: 'publish-provider', target: address })}>
            New token
          </TextLink>
          . It checks the release, creates the version and sends the files. With <code>--docs docs</code> it
          sends the documentation in that folder too.
        </Text>
        <CodeToCopy text={releaseCommands({ url, address })} what="the commands" />
        <Small>
          Without a stored secret: an owner allows the repository in the{' '}
          <TextLink href={paths.ciIdentities(organization)}>CI identities</TextLink>.
        </Small>
      </Stack>
    </Section>
  )
}

type FieldsProps = Pick<Props, 'keys'> & { form: UseFormReturnType<FormValues> }

function VersionFields({ form, keys }: FieldsProps) {
  const keyIds = keys.nodes.map(({ keyId }) => keyId)
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
          description={`The checksums are signed with it.${beyondText(hiddenOf(keys), 'key')}`}
          data={keyIds}
          {...form.getInputProps('keyId')}
        />
        <TextInput
          label="Protocols"
          description="The engine's protocols that the provider supports: 5.0, 6.0, or both separated by a comma."
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
  <Section title="Release files">
    <Stack gap="md">
      <ReleaseDrop onFiles={onFiles} />
      {release && (
        <>
          <Problems texts={problems} />
          <FileList files={release.files} />
        </>
      )}
      <Small>They fill in the fields below. You can also upload them later.</Small>
    </Stack>
  </Section>
)
