'use client'

import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFiles, IconFolder } from '@tabler/icons-react'
import { type DragEvent, type MouseEvent, useState } from 'react'
import classes from './file-drop.module.css'

export type GivenFile = {
  /** Path within the chosen folder, without the folder's name. */
  path: string
  open: () => Promise<File>
}

/** Files chosen or dropped at once: a folder, or single files. */
export type PickedFiles = {
  /** Name of the folder, or of the first file. */
  name: string
  files: readonly GivenFile[]
}

type Props = {
  /** Sentence that says what can be dropped. */
  children: string
  /** Labels of the two inputs, and the text of the first one's button. */
  names: { files: string; folder: string; button: string }
  accept?: string
  /** True if several files may be chosen. */
  multiple?: boolean
  disabled?: boolean
  /** Resolves once all names are known; rejects where the browser does not read what was dropped. */
  onPick: (given: Promise<PickedFiles>) => void
}

/** Field to drop files or a folder, or choose them with two buttons. */
export function FileDrop({ children, names, disabled = false, onPick, ...input }: Props) {
  const [isOver, setOver] = useState(false)
  const isAimed = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    if (!isAimed(event)) return
    event.preventDefault()
    setOver(false)
    onPick(dropped(event.dataTransfer))
  }
  const choose = (chosen: File | File[] | null) => {
    const files = [chosen ?? []].flat()
    if (files.length > 0) onPick(Promise.resolve(pickedFilesOf(files)))
  }
  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!isAimed(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text size="sm">{children}</Text>
      <Group gap="xs" justify="center">
        <FileButton
          multiple
          disabled={disabled}
          onChange={choose}
          inputProps={{ 'aria-label': names.folder, onClick: forget, ...{ webkitdirectory: '' } }}
        >
          {(props) => (
            <Button {...props} {...look} disabled={disabled} leftSection={<IconFolder size={15} />}>
              Choose a folder
            </Button>
          )}
        </FileButton>
        <FileButton
          {...input}
          disabled={disabled}
          onChange={choose}
          inputProps={{ 'aria-label': names.files, onClick: forget }}
        >
          {(props) => (
            <Button {...props} {...look} disabled={disabled} leftSection={<IconFiles size={15} />}>
              {names.button}
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  )
}

/** Clears an input, so that a file that changed on the disk can be chosen again. */
const forget = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
  currentTarget.value = ''
}

const look = { size: 'xs', variant: 'default' } as const

/** Files of a folder say where in it they lie. */
function pickedFilesOf(files: readonly File[]): PickedFiles {
  const [folder = ''] = files[0]?.webkitRelativePath.split('/') ?? []
  return {
    name: folder || (files[0]?.name ?? ''),
    files: files.map((file) => ({
      path: file.webkitRelativePath.split('/').slice(1).join('/') || file.name,
      open: async () => file,
    })),
  }
}

async function dropped({ items, files }: DataTransfer): Promise<PickedFiles> {
  // What is dropped can be asked for only until the first wait.
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  const [first] = entries
  if (!first) return pickedFilesOf(Array.from(files))
  const roots = first.isDirectory && entries.length === 1 ? await entriesIn(first) : entries
  return { name: first.name, files: (await Promise.all(roots.map((entry) => filesIn(entry, '')))).flat() }
}

async function filesIn(entry: FileSystemEntry, above: string): Promise<GivenFile[]> {
  const path = above === '' ? entry.name : `${above}/${entry.name}`
  if (entry.isFile)
    return [
      {
        path,
        open: () => new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
      },
    ]
  const found = await Promise.all((await entriesIn(entry)).map((each) => filesIn(each, path)))
  return found.flat()
}

/** A folder is told a hundred entries at a time. */
async function entriesIn(folder: FileSystemEntry): Promise<FileSystemEntry[]> {
  const reader = (folder as FileSystemDirectoryEntry).createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const next = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (next.length === 0) return found
    found.push(...next)
  }
}
