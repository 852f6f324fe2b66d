/** A file of a folder or a zip. */
export type Found = {
  path: string
  /** Size in bytes; unknown for a folder's files until they are opened. */
  size?: number
  canRun?: boolean
  open: () => Promise<Blob>
}

export type Sized = Found & { size: number }

export type FileToPublish = { path: string; size: number }
