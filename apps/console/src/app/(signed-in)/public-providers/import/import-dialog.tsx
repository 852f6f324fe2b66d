'use client'

import { Alert, Button, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FileDrop } from '~/ui/file-drop'
import { plainText } from '~/ui/plain-text'
import { count } from '~/ui/text'
import { Note, Small } from '~/ui/texts'
import { addressOf } from '../words'
import { type Address, type ImportFile, type ImportFiles, importFilesOf } from './import-files'
import { type ImportState, useImport } from './use-import'

type Props = {
  /** The provider whose files are imported, where it is known. */
  provider?: Address
  /** The host that is filled in for files whose folders say none. */
  origin: string
  opened: boolean
  onClose: () => void
}

/** Imports files of public providers, for origins that are offline or do not answer. */
export const ImportDialog = ({ opened, onClose, ...props }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Import files" size="lg">
    <ImportForm {...props} onClose={onClose} />
  </Modal>
)

const names = { files: 'Files to import', folder: 'Folder to import', button: 'Choose files' }

function ImportForm({ provider, origin, onClose }: Omit<Props, 'opened'>) {
  const [chosen, setChosen] = useState<ImportFiles>()
  const [typed, setTyped] = useState<Address>(provider ?? { origin, namespace: '', name: '' })
  const { states, isUnderWay, start, stop } = useImport()
  const files = chosen?.files ?? []
  const isDone = (file: ImportFile) => states[file.path]?.step === 'imported'
  const left = files.filter((file) => !isDone(file))
  const needsAddress = provider === undefined && left.some(({ address }) => address === undefined)
  const lacksAddress = needsAddress && Object.values(typed).some((part) => part.trim() === '')
  const take = (next: ImportFiles) => {
    setChosen(next)
    if (provider === undefined) setTyped((before) => ({ ...before, name: next.name || before.name }))
  }
  const send = () => start(left.map((file) => ({ ...file, address: provider ?? file.address ?? typed })))
  return (
    <Stack gap="md">
      <FileDrop
        names={names}
        multiple
        disabled={isUnderWay}
        onPick={(given) => void given.then((picked) => take(importFilesOf(picked))).catch(() => undefined)}
      >
        Drop a folder that the CLI wrote by providers mirror, or the zips of a provider with SHA256SUMS,
        SHA256SUMS.sig and the public keys (SHA256SUMS.asc).
      </FileDrop>
      {needsAddress && <AddressFields value={typed} onChange={setTyped} />}
      {chosen && <Chosen chosen={chosen} states={states} provider={provider} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={isUnderWay ? stop : onClose}>
          {isUnderWay ? 'Stop' : 'Close'}
        </Button>
        <Button disabled={left.length === 0 || lacksAddress} loading={isUnderWay} onClick={() => void send()}>
          {left.length === 0 ? 'Import' : `Import ${count(left.length, 'file')}`}
        </Button>
      </Group>
    </Stack>
  )
}

const AddressFields = ({ value, onChange }: { value: Address; onChange: (value: Address) => void }) => {
  const field = (label: string, key: keyof Address) => (
    <TextInput
      label={label}
      {...plainText}
      value={value[key]}
      onChange={({ currentTarget }) => onChange({ ...value, [key]: currentTarget.value })}
    />
  )
  return (
    <Group grow align="flex-start">
      {field('Origin', 'origin')}
      {field('Namespace', 'namespace')}
      {field('Name', 'name')}
    </Group>
  )
}

type ChosenProps = {
  chosen: ImportFiles
  states: Readonly<Record<string, ImportState>>
  provider: Address | undefined
}

function Chosen({ chosen: { files, others, beyond }, states, provider }: ChosenProps) {
  if (files.length === 0)
    return (
      <Alert color="yellow" role="alert">
        No chosen file belongs to a provider: such names end in _VERSION_OS_ARCH.zip or _VERSION_SHA256SUMS.
      </Alert>
    )
  const imported = files.filter(({ path }) => states[path]?.step === 'imported').length
  const failed = files.filter(({ path }) => states[path]?.step === 'failed').length
  return (
    <>
      <Text size="sm" role="status">
        {`${count(imported, 'file')} of ${files.length} imported`}
        {failed > 0 && `, ${failed} failed`}
      </Text>
      <Stack
        component="ul"
        gap="sm"
        m={0}
        p={0}
        mah="50vh"
        style={{ listStyle: 'none', overflowY: 'auto' }}
        aria-label="Chosen files"
      >
        {files.map((file) => (
          <li key={file.path}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {file.filename}
            </Text>
            <Small>
              {provider === undefined && file.address !== undefined && `${addressOf(file.address)} `}
              {file.version}
              {file.platform !== undefined && ` for ${file.platform}`}
            </Small>
            <State name={file.filename} state={states[file.path]} />
          </li>
        ))}
      </Stack>
      {others > 0 && (
        <Note>{`${count(others, 'other file')} ${others === 1 ? 'belongs' : 'belong'} to no provider.`}</Note>
      )}
      {beyond > 0 && (
        <Note>{`${count(beyond, 'further file')} ${beyond === 1 ? 'is' : 'are'} left out. Choose them after these.`}</Note>
      )}
    </>
  )
}

function State({ name, state }: { name: string; state: ImportState | undefined }) {
  if (!state) return null
  if (state.step === 'waiting') return <Small>Waiting</Small>
  if (state.step === 'imported') return <Small>Imported</Small>
  if (state.step === 'failed')
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {state.reasons.join('. ')}
      </Text>
    )
  const percent = Math.floor(state.share * 100)
  return (
    <Progress
      value={percent}
      mt={6}
      animated={percent === 100}
      aria-label={`Upload of ${name}, ${percent} %`}
    />
  )
}
