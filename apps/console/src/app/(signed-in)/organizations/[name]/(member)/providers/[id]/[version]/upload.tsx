'use client'

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { uploadFile } from '~/data/upload'
import { useInvalidate } from '~/data/use-change'

/** Progress of an upload. `share` goes from 0 to 1; once all is sent, the API checks the file. */
type Upload =
  | { step: 'idle' }
  | { step: 'sending'; name: string; share: number }
  | { step: 'refused'; reasons: readonly string[] }
  | { step: 'broken off' }

/**
 * Puts one file to its place; everything in sight asks again once it is there. `start` resolves to the answer, or to
 * undefined where it was not taken.
 */
export function useUpload() {
  const invalidate = useInvalidate()
  const [upload, setUpload] = useState<Upload>({ step: 'idle' })
  const abort = useRef<AbortController>(undefined)

  async function start(link: string, file: File): Promise<string | undefined> {
    const controller = new AbortController()
    abort.current = controller
    const progress = (share: number) => setUpload({ step: 'sending', name: file.name, share })
    progress(0)
    const outcome = await uploadFile(link, file, progress, controller.signal)
    await invalidate()
    if (outcome.kind === 'refused') setUpload({ step: 'refused', reasons: outcome.reasons })
    else if (outcome.kind === 'taken' || controller.signal.aborted) setUpload({ step: 'idle' })
    else setUpload({ step: 'broken off' })
    return outcome.kind === 'taken' ? outcome.answer : undefined
  }

  return { upload, start, cancel: () => abort.current?.abort() }
}

export function UploadState({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  if (upload.step === 'idle') return null
  if (upload.step === 'sending') return <Sending {...upload} onCancel={onCancel} />
  return (
    <Alert
      color={upload.step === 'refused' ? 'red' : 'orange'}
      role="alert"
      title={upload.step === 'refused' ? 'The file was refused' : 'The upload was interrupted'}
    >
      {upload.step === 'refused' ? upload.reasons.join('. ') : 'Nothing is stored: try again.'}
    </Alert>
  )
}

function Sending({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const percent = Math.floor(share * 100)
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {percent === 100 ? `${name} is sent, and is being checked…` : `Uploading ${name}…`}
        </Text>
        <Button size="compact-xs" variant="default" onClick={onCancel}>
          Stop
        </Button>
      </Group>
      <Progress value={percent} animated={percent === 100} aria-label={`Upload of ${name}, ${percent} %`} />
    </Stack>
  )
}
