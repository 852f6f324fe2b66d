'use client'

import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFiles, IconFolder } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { droppedFiles } from './dropped-files'
import classes from './release.module.css'

/** Where the files of a release are dropped or chosen, all at once. */
export function ReleaseDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void droppedFiles(event.dataTransfer).then(onFiles, () => undefined)
  }
  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text size="sm">Drop the folder of a release here: its zips, SHA256SUMS and SHA256SUMS.sig.</Text>
      <Group gap="xs" justify="center">
        <FileButton multiple onChange={onFiles} inputProps={{ 'aria-label': 'Files of the release' }}>
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconFiles size={15} />}>
              Choose files
            </Button>
          )}
        </FileButton>
        <FileButton
          multiple
          onChange={onFiles}
          inputProps={{ 'aria-label': 'Folder of the release', ...{ webkitdirectory: '' } }}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconFolder size={15} />}>
              Choose a folder
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  )
}
