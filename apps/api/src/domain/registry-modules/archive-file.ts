import { endingOfOneEngine } from '@engine/shared/module-files'

/** An entry of a folder of a version's archive. */
export interface ArchiveEntry {
  readonly path: string
  readonly name: string
  readonly isFolder: boolean
  /** Size in bytes; that of a folder is the sum of all files in it. */
  readonly size: number
}

/** Reasons not to show a file. */
export const fileRefusals = ['too-large', 'binary'] as const

export type FileRefusal = (typeof fileRefusals)[number]

export interface ArchiveFile {
  readonly path: string
  readonly size: number
  /** The text in coloured pieces, as the JSON text of a `ReadmeNode[]`; null with a refusal. */
  readonly tree: string | null
  readonly refusal: FileRefusal | null
}

/** A picture that a README may show. */
export interface Picture {
  readonly type: string
  readonly bytes: Buffer
}

/** Lists what lies directly in a folder, folders first, by name; undefined if there is no such folder. */
export function entriesIn(sizes: ReadonlyMap<string, number>, folder: string): ArchiveEntry[] | undefined {
  const prefix = folder === '' ? '' : `${folder}/`
  const entries = new Map<string, ArchiveEntry>()
  for (const [path, size] of sizes) {
    if (!path.startsWith(prefix)) continue
    const [name = '', ...below] = path.slice(prefix.length).split('/')
    const isFolder = below.length > 0
    const known = entries.get(name)?.size ?? 0
    entries.set(name, { path: prefix + name, name, isFolder, size: known + size })
  }
  if (entries.size === 0) return undefined
  return [...entries.values()].sort(
    (one, other) => Number(other.isFolder) - Number(one.isFolder) || (one.name < other.name ? -1 : 1),
  )
}

/** Undefined where bytes are no text. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const signatures = [
  { type: 'image/png', begin: '89504e470d0a1a0a' },
  { type: 'image/jpeg', begin: 'ffd8ff' },
  { type: 'image/gif', begin: '474946383961' },
  { type: 'image/gif', begin: '474946383761' },
]

/**
 * Recognises a picture by its first bytes, whatever its name; undefined for what may be more than a picture.
 */
export function pictureOf(bytes: Buffer): Picture | undefined {
  const begin = bytes.toString('hex', 0, 12)
  const isWebp = /^52494646.{8}57454250$/.test(begin)
  const type = isWebp ? 'image/webp' : signatures.find((each) => begin.startsWith(each.begin))?.type
  return type === undefined ? undefined : { type, bytes }
}

const languages: Readonly<Record<string, string>> = {
  ...{ tf: 'hcl', [endingOfOneEngine]: 'hcl', tfvars: 'hcl', hcl: 'hcl', json: 'json' },
  ...{ sh: 'bash', bash: 'bash', yaml: 'yaml', yml: 'yaml' },
}

export const languageOf = (path: string): string =>
  languages[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? ''
