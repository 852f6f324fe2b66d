/** A file of a folder or a zip. */
export type Found = {
  path: string
  /** In bytes; unknown of a folder's files until they are opened. */
  size?: number
  canRun?: boolean
  open: () => Promise<Blob>
}

export type Sized = Found & { size: number }

export type FileToPublish = { path: string; size: number }
