'use client'

import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { sizeText } from '~/ui/text'
import { Small } from '~/ui/texts'
import type { ReleaseFile } from './read-release'
import type { FileState } from './use-release-upload'

const kinds = {
  shasums: 'Checksums',
  signature: 'Signature',
  zip: 'Zip',
  manifest: 'Read for its protocols, not uploaded',
  other: 'Not part of a release, not uploaded',
} as const

type Uploads = { states: Readonly<Record<string, FileState>>; retry: (file: ReleaseFile) => void }

type Props = { files: readonly ReleaseFile[]; uploads?: Uploads }

export function FileList({ files, uploads }: Props) {
  return (
    <Stack
      component="ul"
      gap="sm"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label="Files of the release"
    >
      {files.map((each) => (
        <li key={each.file.name}>
          <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {each.file.name}
              </Text>
              <Small>
                {each.platform ? `${each.platform.os}/${each.platform.arch}` : kinds[each.kind]} ·{' '}
                {sizeText(each.file.size)}
              </Small>
            </div>
            {each.problem !== null && (
              <Badge color="red" style={{ flex: 'none' }}>
                Does not match
              </Badge>
            )}
          </Group>
          {each.problem !== null && (
            <Text size="xs" c="var(--mantine-color-error)">
              {each.problem}.
            </Text>
          )}
          {uploads && (
            <State
              name={each.file.name}
              state={uploads.states[each.file.name]}
              retry={() => uploads.retry(each)}
            />
          )}
        </li>
      ))}
    </Stack>
  )
}

function State({ name, state, retry }: { name: string; state: FileState | undefined; retry: () => void }) {
  if (!state) return null
  if (state.step === 'waiting') return <Small>Waiting</Small>
  if (state.step === 'uploaded')
    return (
      <Badge color="green" mt={4}>
        Uploaded
      </Badge>
    )
  if (state.step === 'sending') {
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
  return (
    <Alert color="red" role="alert" mt={6} title="Not uploaded">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{state.reasons.join('. ')}</Text>
        <Button size="compact-sm" variant="default" onClick={retry} aria-label={`Retry ${name}`}>
          Retry
        </Button>
      </Group>
    </Alert>
  )
}
