'use client'

import { Anchor, Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { UploadState } from './upload-state'
import { useUpload } from './use-upload'

type Props = {
  label: string
  hint: string
  /** Where it is to be put; null once it is there, and for those who may not. */
  uploadUrl: string | null
  /** Where it can be fetched; null while it is not there. */
  downloadUrl: string | null
}

/** The place of one file: empty, on its way, refused or there. */
export function FileSlot({ label, hint, uploadUrl, downloadUrl }: Props) {
  const { upload, start, cancel } = useUpload()
  const choose = (file: File | null) => {
    if (file && uploadUrl !== null) void start(uploadUrl, file)
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {label}
            </Text>
            {downloadUrl === null ? (
              <Badge color="yellow">Missing</Badge>
            ) : (
              <Badge color="green">Uploaded</Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {hint}
          </Text>
        </div>
        {downloadUrl !== null && (
          <Anchor href={downloadUrl} size="sm" aria-label={`Download ${label}`}>
            Download
          </Anchor>
        )}
        {uploadUrl !== null && upload.step !== 'sending' && (
          <FileButton onChange={choose} inputProps={{ 'aria-label': `File for ${label}` }}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                leftSection={<IconUpload size={15} />}
                aria-label={`Upload ${label}`}
              >
                Upload
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      <UploadState upload={upload} onCancel={cancel} />
    </Stack>
  )
}
