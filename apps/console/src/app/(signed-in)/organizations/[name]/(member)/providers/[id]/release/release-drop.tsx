'use client'

import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFiles, IconFolder } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import classes from './release.module.css'

/** More is no release. */
const most = 200

/** The files that were dropped, also those in folders. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // What is dropped can be asked for only until the first wait.
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return Array.from(files)
  return (await Promise.all(entries.map(filesIn))).flat().slice(0, most)
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    ]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: FileSystemEntry[] = []
  // A folder is told a hundred entries at a time.
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (next.length === 0 || found.length > most) break
    found.push(...next)
  }
  return (await Promise.all(found.filter(({ isFile }) => isFile).map(filesIn))).flat()
}

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
