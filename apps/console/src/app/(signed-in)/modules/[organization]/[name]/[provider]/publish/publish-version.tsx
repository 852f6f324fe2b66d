'use client'

import { Button, FileInput, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileZip } from '@tabler/icons-react'
import { sortUserErrors } from '~/data/user-errors'
import { paths, type ModuleAddress } from '~/paths'
import { useUnsavedChanges } from '~/shell/leave-guard'
import { Crumbs } from '~/ui/crumbs'
import { useHydrated } from '~/ui/hydrated'
import { LinkButton } from '~/ui/links'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { shortened } from '~/ui/shortened'
import { Small } from '~/ui/texts'
import { toastDone } from '~/ui/toast'
import { WaysToPublish } from '~/app/(signed-in)/modules/ways-to-publish'
import { sizeText } from '~/ui/size-text'
import { nextVersion } from './next-version'
import { UploadProgress } from './upload-progress'
import { usePublication } from './use-publication'

type Module = ModuleAddress & { id: string; newestVersion: { version: string } | null }
type Values = { version: string; file: File | null }

/** Uploads the archive of a version in the browser, and shows the outcome. */
export function PublishVersion({ module, version }: { module: Module; version: string | undefined }) {
  const router = useRouter()
  const ready = useHydrated()
  const { progress, publish, stop } = usePublication(module.id)
  const form = useForm<Values>({
    initialValues: { version: version ?? nextVersion(module.newestVersion?.version), file: null },
    validate: { file: (file) => (file === null ? 'Choose the archive.' : null) },
  })
  const isUnderWay = ['preparing', 'sending', 'reading', 'asking'].includes(progress.step)
  useUnsavedChanges(isUnderWay)
  const { name, provider, namespace } = module
  const typed = form.getValues().version.trim()

  async function submit(values: Values) {
    if (values.file === null) return
    const number = values.version.trim()
    const outcome = await publish(number, values.file)
    if (outcome === 'published') {
      toastDone(`${name} ${number} is published.`)
      return router.replace(paths.module(module, { version: number }))
    }
    const problems = sortUserErrors(outcome, (path) => Object.hasOwn(values, path))
    form.setErrors({
      ...problems.fields,
      ...(problems.rest.length > 0 && { file: problems.rest.join('. ') }),
    })
  }

  return (
    <>
      <Crumbs
        trail={[
          { label: 'Modules', path: paths.modules() },
          { label: namespace, path: paths.modulesOf(namespace) },
          { label: `${name}/${provider}`, path: paths.module(module) },
        ]}
      />
      <PageHeader
        title={`Publish a version of ${name}/${provider}`}
        tab={`Publish ${name}/${provider} · Modules`}
      />
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md" maw={720}>
          <Section title="Version">
            <Stack gap="md">
              <TextInput
                label="Version number"
                description="N.N.N or N.N.N-suffix. Once published it stays taken for good."
                maw={320}
                {...plainText}
                readOnly={isUnderWay}
                {...form.getInputProps('version')}
              />
              <FileInput
                label="Archive"
                description="A gzip tar with the module's folder at its root, such as tar -czf module.tar.gz -C network . makes."
                placeholder="Choose a .tar.gz file"
                accept=".tar.gz,.tgz,application/gzip"
                leftSection={<IconFileZip size={16} />}
                clearable
                disabled={isUnderWay}
                clearButtonProps={{ 'aria-label': 'Choose another archive' }}
                valueComponent={ChosenFile}
                {...form.getInputProps('file')}
              />
              <FileFacts file={form.getValues().file} />
            </Stack>
          </Section>
          <UploadProgress progress={progress} />
          <Group gap="xs">
            <Button type="submit" loading={isUnderWay} disabled={!ready}>
              {['refused', 'broken off', 'unknown', 'not begun'].includes(progress.step)
                ? 'Try again'
                : 'Publish'}
            </Button>
            {progress.step === 'sending' ? (
              <Button variant="default" onClick={stop}>
                Cancel upload
              </Button>
            ) : (
              <LinkButton href={paths.module(module)} variant="default">
                Cancel
              </LinkButton>
            )}
          </Group>
          <Section title="Other ways">
            <WaysToPublish address={module} version={typed || '1.0.0'} inBrowser />
          </Section>
        </Stack>
      </form>
    </>
  )
}

/** As much of its name as fits on a phone. */
function ChosenFile({ value }: { value: File | File[] | null }) {
  const name = value instanceof File ? value.name : ''
  return <span title={name}>{shortened(name, 32)}</span>
}

function FileFacts({ file }: { file: File | null }) {
  if (file === null) return null
  return <Small>{sizeText(file.size)}</Small>
}
