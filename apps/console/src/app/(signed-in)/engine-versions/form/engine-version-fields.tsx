'use client'

import { Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { openOnClick } from '~/ui/open-on-click'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import classes from './archives-fields.module.css'
import { emptyArchive, filledBy, type FormValues, takenApart } from './values'
import { Autocomplete } from '~/ui/list-field'

type Props = { form: UseFormReturnType<FormValues>; versionHint?: string | undefined }

export function EngineVersionFields({ form, versionHint }: Props) {
  return (
    <>
      <Section title="Version">
        <TextInput
          label="Version number"
          description={versionHint ?? 'N.N.N or N.N.N-suffix, such as 1.9.0 or 1.9.0-beta1'}
          maw={320}
          {...plainText}
          {...form.getInputProps('version')}
        />
      </Section>
      <Section title="Archives">
        <PasteChecksums form={form} />
        <ArchivesFields form={form} />
      </Section>
      <Section title="State">
        <Switches form={form} />
      </Section>
    </>
  )
}

function Switches({ form }: { form: UseFormReturnType<FormValues> }) {
  const on = (name: keyof FormValues) => form.getInputProps(name, { type: 'checkbox' })
  return (
    <Stack gap="sm">
      <Switch label="Enabled" description="Can be selected in workspaces." {...on('enabled')} />
      <Switch label="Official" description="An official release; it cannot be deleted." {...on('official')} />
      <Switch
        label="Beta"
        description="A pre-release, for organizations that may use beta tools."
        {...on('beta')}
      />
      <Switch
        label="Deprecated"
        description="Keeps working; users are asked to upgrade."
        {...on('deprecated')}
      />
      {form.getValues().deprecated && (
        <Textarea
          label="Reason for the deprecation"
          description="Shown to all who use this version."
          autosize
          minRows={2}
          {...form.getInputProps('deprecatedReason')}
        />
      )}
    </Stack>
  )
}

export function hasInput(values: FormValues, path: string): boolean {
  const [name = '', index, part] = path.split('.')
  if (name !== 'archs') return Object.hasOwn(values, name) && index === undefined
  const archive = values.archs[Number(index)]
  return archive !== undefined && Object.hasOwn(archive, part ?? '')
}

/** Fills the archives from the text of a SHA256SUMS file. */
function PasteChecksums({ form }: { form: UseFormReturnType<FormValues> }) {
  const [folder, setFolder] = useState('')
  const [text, setText] = useState('')
  const filled = filledBy(text, form.getValues(), folder)
  const fill = (sums: string, address: string) => {
    setText(sums)
    setFolder(address)
    const next = filledBy(sums, form.getValues(), address)
    if (next) form.setValues(next)
  }
  return (
    <Stack gap="sm" mb="md">
      <Textarea
        label="Paste SHA256SUMS"
        description="The vendor publishes a file of this name with the archives of each release. Copy all of it here: its lines fill in the version and its archives."
        placeholder="<checksum>  <name>_<version>_<os>_<arch>.zip"
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={({ currentTarget: { value } }) => fill(value, folder)}
        error={text.trim() === '' || filled ? undefined : 'No line matches an archive of this version.'}
      />
      <TextInput
        label="Folder of the archives"
        description="The address of that file without its name, such as https://releases.example/1.9.0/. The archives lie there too."
        inputMode="url"
        spellCheck={false}
        value={folder}
        onChange={({ currentTarget: { value } }) => fill(text, value)}
      />
    </Stack>
  )
}

const systems = ['linux', 'darwin', 'windows', 'freebsd', 'openbsd', 'solaris']
const architectures = ['amd64', 'arm64', '386', 'arm']

/** One archive a platform. A blank first one waits for the button, since most archives are pasted. */
function ArchivesFields({ form }: { form: UseFormReturnType<FormValues> }) {
  const archives = form.getValues().archs
  const isFaulty = Object.keys(form.errors).some((path) => path.startsWith('archs'))
  const [isByHand, setByHand] = useState(false)
  const isHidden = !isByHand && !isFaulty && archives.every(({ url, sha }) => url === '' && sha === '')
  const add = () => {
    setByHand(true)
    if (!isHidden || archives.length === 0)
      form.insertListItem('archs', { ...emptyArchive, arch: nextArchitecture(archives) })
  }
  return (
    <Stack gap="sm">
      {/* Rows have no ids; every input is controlled, so their index is a safe key. */}
      {!isHidden && archives.map((_, index) => <ArchiveFields key={index} form={form} index={index} />)}
      <Group>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          Add archive
        </Button>
      </Group>
    </Stack>
  )
}

type ArchiveProps = { form: UseFormReturnType<FormValues>; index: number }

function ArchiveFields({ form, index }: ArchiveProps) {
  const archive = form.getValues().archs[index] ?? emptyArchive
  const listed = (path: string) => openOnClick(form.getInputProps(path))
  return (
    <div role="group" aria-label={`Archive ${index + 1}`} className={classes['archive']}>
      <div className={classes['head']}>
        <Text size="sm" fw={600}>
          Archive {index + 1}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`Remove archive ${index + 1}`}
          leftSection={<IconTrash size={14} stroke={1.6} />}
          onClick={() => form.removeListItem('archs', index)}
        >
          Remove
        </Button>
      </div>
      <Autocomplete label="System" data={systems} {...listed(`archs.${index}.os`)} />
      <Autocomplete label="Architecture" data={architectures} {...listed(`archs.${index}.arch`)} />
      <TextInput
        className={classes['wide'] ?? ''}
        label="Address of the archive"
        type="url"
        inputMode="url"
        spellCheck={false}
        {...form.getInputProps(`archs.${index}.url`)}
      />
      <TextInput
        className={classes['wide'] ?? ''}
        label="SHA-256 checksum"
        {...plainText}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps(`archs.${index}.sha`)}
        onPaste={(event) => {
          const pasted = takenApart(archive, event.clipboardData.getData('text'))
          if (!pasted) return
          event.preventDefault()
          form.setFieldValue(`archs.${index}`, pasted)
        }}
      />
    </div>
  )
}

const nextArchitecture = (archives: FormValues['archs']): string =>
  architectures.find(
    (arch) => !archives.some((archive) => archive.os === 'linux' && archive.arch === arch),
  ) ?? ''
