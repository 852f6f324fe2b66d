import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { Upload } from './use-upload'

/** The state of an upload; screen readers announce each step. */
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
