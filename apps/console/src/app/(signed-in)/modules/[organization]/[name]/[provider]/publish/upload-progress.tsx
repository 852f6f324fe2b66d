import { Alert, Progress as Bar, Stack, Text } from '@mantine/core'
import { IconFileAlert, IconPlugConnectedX } from '@tabler/icons-react'
import type { Progress } from './use-publication'

/** How far the upload is, or why it did not come to a good end; those who cannot see it hear each step. */
export function UploadProgress({ progress }: { progress: Progress }) {
  switch (progress.step) {
    case 'idle':
    case 'published':
      return null
    case 'refused':
      return <Refused reasons={progress.reasons} />
    case 'broken off':
      return (
        <Alert
          color="orange"
          role="alert"
          icon={<IconPlugConnectedX size={18} />}
          title="The upload broke off"
        >
          Nothing is published. The number waits for its archive: try again.
        </Alert>
      )
    default:
      return <UnderWay progress={progress} />
  }
}

type Step = Extract<Progress, { step: 'preparing' | 'sending' | 'reading' }>

function UnderWay({ progress }: { progress: Step }) {
  const percent =
    progress.step === 'sending' ? Math.floor(progress.share * 100) : progress.step === 'reading' ? 100 : 0
  const text = {
    preparing: 'Asking for the place to upload to…',
    sending: 'Uploading…',
    reading: 'Uploaded. The archive is read and its sources are parsed…',
  }[progress.step]
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Bar.Root size="lg">
        <Bar.Section
          value={percent}
          aria-label={`Upload, ${percent} %`}
          animated={progress.step === 'reading'}
          striped={progress.step === 'reading'}
        />
      </Bar.Root>
    </Stack>
  )
}

/** A fault in the sources names its file and line. */
function Refused({ reasons }: { reasons: readonly string[] }) {
  return (
    <Alert color="red" role="alert" icon={<IconFileAlert size={18} />} title="The archive was refused">
      <Stack gap="xs">
        {reasons.map((reason) => (
          <Text
            key={reason}
            size="sm"
            ff="monospace"
            style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {reason}
          </Text>
        ))}
        <Text size="sm">
          Nothing is published. Mend it, choose the new archive and try again under the same number.
        </Text>
      </Stack>
    </Alert>
  )
}
