import { Alert, Progress as Bar, Stack, Text } from '@mantine/core'
import { IconFileAlert, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Progress } from './use-publication'

/** How far the upload is, or why it failed; screen readers announce each step. */
export function UploadProgress({ progress }: { progress: Progress }) {
  switch (progress.step) {
    case 'idle':
    case 'published':
      return null
    case 'refused':
      return <Refused reasons={progress.reasons} />
    case 'broken off':
      return (
        <Broken title="The upload was interrupted">
          Nothing is published. The number waits for its archive: try again.
        </Broken>
      )
    case 'not begun':
      return (
        <Broken title="The upload could not start" color="red">
          {progress.reason}
        </Broken>
      )
    case 'unknown':
      return (
        <Broken title="The outcome of the upload is unknown">
          The connection broke once all was sent, and the platform has not said what became of it. Trying
          again checks first, and uploads the archive only if nothing is published.
        </Broken>
      )
    default:
      return <UnderWay progress={progress} />
  }
}

type BrokenProps = { title: string; color?: string; children: ReactNode }

const Broken = ({ title, color = 'orange', children }: BrokenProps) => (
  <Alert color={color} role="alert" icon={<IconPlugConnectedX size={18} />} title={title}>
    {children}
  </Alert>
)

type Step = Extract<Progress, { step: 'preparing' | 'sending' | 'reading' | 'asking' }>

function UnderWay({ progress }: { progress: Step }) {
  const { step } = progress
  const percent = step === 'sending' ? Math.floor(progress.share * 100) : step === 'preparing' ? 0 : 100
  const isWaiting = step === 'reading' || step === 'asking'
  const text = {
    preparing: 'Asking for the upload address…',
    sending: 'Uploading…',
    reading: 'Uploaded. The archive is read and its sources are parsed…',
    asking: 'The connection was lost. Checking the outcome of the upload for up to 30 seconds…',
  }[step]
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Bar.Root size="lg">
        <Bar.Section
          value={percent}
          aria-label={`Upload, ${percent} %`}
          animated={isWaiting}
          striped={isWaiting}
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
          Nothing is published. Fix it, choose the new archive and try again under the same number.
        </Text>
      </Stack>
    </Alert>
  )
}
