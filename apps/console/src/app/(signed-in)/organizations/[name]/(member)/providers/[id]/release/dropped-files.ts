/** More is no release. */
const most = 200

/** The files that were dropped, also those in folders. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
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
