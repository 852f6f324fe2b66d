'use client'

import { Button, FileInput, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useChange } from '~/data/use-change'
import { sortUserErrors } from '~/data/user-errors'
import { plainText } from '~/ui/plain-text'
import { Problems, Small } from '~/ui/texts'
import { toastDone } from '~/ui/feedback/toast'
import { ProviderPlatformCreate } from '../release/use-release-upload'
import type { FoundVersion } from './queries'
import { UploadState, useUpload } from './upload'
import { checksumOf, platformIn } from './zip-facts'

type Props = { version: FoundVersion; opened: boolean; onClose: () => void }

/** Takes a zip: what it is for is read from its name, its checksum is computed here, and it is uploaded. */
export function AddPlatformDialog({ version, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Add a platform to ${version.version}`}>
      <AddPlatformForm version={version} onClose={onClose} />
    </Modal>
  )
}

/** Name of the chosen file in full; on a phone it may take several lines. */
function ChosenName({ value }: { value: File | File[] | null }) {
  return <span style={{ overflowWrap: 'anywhere' }}>{value instanceof File ? value.name : ''}</span>
}

type Facts = { os: string; arch: string; filename: string; shasum: string }

const words: Readonly<Record<keyof Facts, readonly [label: string, description: string]>> = {
  os: ['Operating system', 'Such as linux, darwin or windows.'],
  arch: ['Architecture', 'Such as amd64 or arm64.'],
  filename: ['File name', 'As listed in SHA256SUMS.'],
  shasum: ['SHA-256', 'Of the zip, in hexadecimals.'],
}

const names = Object.keys(words) as (keyof Facts)[]

function AddPlatformForm({ version, onClose }: Omit<Props, 'opened'>) {
  const [facts, setFacts] = useState<Facts>({ os: '', arch: '', filename: '', shasum: '' })
  const [file, setFile] = useState<File | null>(null)
  const create = useChange(ProviderPlatformCreate)
  const { upload, start, cancel } = useUpload()
  const isMade = Boolean(create.data?.registryProviderPlatform)
  const { fields, rest } = sortUserErrors(create.data?.userErrors ?? [], (path) => path in words)

  async function choose(chosen: File | null) {
    setFile(chosen)
    if (!chosen) return
    setFacts((before) => ({ ...before, ...platformIn(chosen.name), filename: chosen.name }))
    const shasum = await checksumOf(chosen)
    if (shasum !== undefined) setFacts((before) => ({ ...before, shasum }))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const { registryProviderPlatform: made } = await create.mutateAsync({ versionId: version.id, ...facts })
    if (!made) return
    const link = made.providerBinaryUploadUrl
    if (file && link !== null && (await start(link, file)) === undefined) return
    toastDone(`${facts.os}/${facts.arch} is added.`)
    onClose()
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <Stack gap="md">
        <Problems texts={rest} />
        <FileInput
          label="Zip"
          description="Its name and checksum fill in the fields below. You can also upload it later."
          placeholder="Choose a file"
          accept=".zip,application/zip"
          clearable
          valueComponent={ChosenName}
          styles={{ input: { height: 'auto', whiteSpace: 'normal' } }}
          clearButtonProps={{ 'aria-label': 'Choose no file' }}
          value={file}
          onChange={(chosen) => void choose(chosen)}
        />
        <FactFields
          facts={facts}
          faults={fields}
          onChange={(name, value) => setFacts((before) => ({ ...before, [name]: value }))}
        />
        <Small>The signed SHA256SUMS must contain the checksum, or the version is not published.</Small>
        <UploadState upload={upload} onCancel={cancel} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {isMade ? 'Close' : 'Cancel'}
          </Button>
          {!(isMade && upload.step !== 'sending') && (
            <Button type="submit" loading={create.isPending || upload.step === 'sending'}>
              Add platform
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type FieldsProps = {
  facts: Facts
  faults: Readonly<Record<string, string>>
  onChange: (name: keyof Facts, value: string) => void
}

const FactFields = ({ facts, faults, onChange }: FieldsProps) =>
  names.map((name) => (
    <TextInput
      key={name}
      label={words[name][0]}
      description={words[name][1]}
      {...plainText}
      value={facts[name]}
      onChange={({ currentTarget: { value } }) => onChange(name, value)}
      error={faults[name]}
    />
  ))
