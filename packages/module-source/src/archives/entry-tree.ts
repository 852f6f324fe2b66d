import { setImmediate } from 'node:timers/promises'
import { ArchiveRefused } from '../archive.js'
import { badLink, entryPath, quoted, targetParts } from './entry-path.js'
import type { TarEntry } from './tar-reader.js'

interface Node {
  readonly kind: TarEntry['kind']
  readonly path: string
  readonly target: readonly string[]
  /**
   * Number of the entry that has the contents, counted from 0: that of a hard link is that of the file it
   * names.
   */
  readonly entry: number
  readonly size: number
  /** End of a symbolic link, once that was found out. */
  end?: End | 'being found out'
}

interface End {
  readonly key: string
  /** Number of links on the way, including this one. */
  readonly links: number
  /** True if a system that follows it finds a file or a folder. */
  readonly isThere: boolean
}

/** A folder, whether it has a separate entry or only something that lies in it. */
interface Folder {
  readonly path: string
  /** Children by key. */
  readonly children: Set<string>
}

/** A file, or a folder with an entry, at a path where it lies once links are what they lead to. */
export interface PlainEntry {
  readonly path: string
  readonly isFile: boolean
  /** Number of its entry in the archive, counted from 0. */
  readonly entry: number
  readonly size: number
}

/** Limit of links on the way: that of operating systems. */
const longestChain = 40

/**
 * All entries of an archive by path, and what they may be to each other. A path may come twice only as a file (the
 * last one is what stays) or as a folder. Nothing may lie below a link or a file, in whatever order they come. Links
 * never lead out, also not through each other.
 *
 * Paths that differ only in case or in how letters are composed are one here, as they are on many disks. A strict tree
 * refuses those that are written differently; one of a version that was published before that was refused is not strict.
 */
export class EntryTree {
  /** The paths of all files, hard links among them, as they are written. */
  readonly files = new Set<string>()
  hasLinks = false
  private added = 0
  private readonly nodes = new Map<string, Node>()
  private readonly folders = new Map<string, Folder>([['', { path: '', children: new Set() }]])

  constructor(private readonly isStrict: boolean) {}

  /** Throws `ArchiveRefused`. `path` comes from `entryPath`. */
  add({ kind, target, size }: TarEntry, path: string): void {
    if (path === '' && kind !== 'folder') throw conflict(`the root of the archive is a ${kind}`)
    const key = keyOf(path)
    const isLink = kind === 'hard link' || kind === 'symbolic link'
    const known = this.nodes.get(key)
    if (known && this.isStrict) requireSame(known.path, path)
    if (known && (isLink || known.kind !== kind)) {
      throw conflict(`${quoted(path)} is there twice, as ${known.kind} and as ${kind}`)
    }
    const parts = isLink ? targetParts(path, target) : []
    const linked = kind === 'hard link' ? this.hardLinked(path, parts.join('/')) : undefined
    if (kind === 'hard link' || kind === 'file') this.files.add(path)
    if (kind === 'folder') this.addFolder(key, path)
    this.addAbove(key, path)
    this.hasLinks ||= isLink
    const entry = linked?.entry ?? this.added
    this.nodes.set(key, { kind, path, target: parts, entry, size: linked?.size ?? size })
    this.added++
  }

  /** Checks what can be checked only once all entries are known. Throws `ArchiveRefused`. */
  async check(): Promise<void> {
    let step = 0
    for (const [key, node] of this.nodes) {
      this.checkAbove(key, node)
      if (++step % 100 === 0) await setImmediate()
    }
    for (const [key, node] of this.nodes) {
      if (node.kind === 'symbolic link') this.endOf(key, node, 0)
      if (++step % 100 === 0) await setImmediate()
    }
  }

  /**
   * Lists the entries at their paths once each link is what it leads to; for a strict tree that was checked.
   * There may be far more than the archive has entries. Throws `ArchiveRefused` for a link that leads to
   * nothing, or to a folder that it lies in.
   */
  *plainEntries(folder = '', at = '', around = new Set<string>()): Generator<PlainEntry, void, undefined> {
    around.add(folder)
    for (const child of this.folders.get(folder)?.children ?? []) {
      const written = this.nodes.get(child)?.path ?? this.folders.get(child)?.path ?? ''
      const path = below(at, written.slice(written.lastIndexOf('/') + 1))
      if (path !== written) entryPath(path)
      const key = this.followed(child)
      const node = this.nodes.get(key)
      if (node) yield { path, isFile: node.kind !== 'folder', entry: node.entry, size: node.size }
      if (!this.folders.has(key)) continue
      if (around.has(key)) throw badLink(`the link ${quoted(written)} leads to a folder that it lies in`)
      yield* this.plainEntries(key, path, around)
    }
    around.delete(folder)
  }

  private hardLinked(path: string, target: string): Node {
    const linked = this.files.has(target) && this.nodes.get(keyOf(target))
    if (linked) return linked
    throw badLink(
      `the hard link ${quoted(path)} leads to ${quoted(target)}, which is no file that the archive has before it`,
    )
  }

  private addFolder(key: string, path: string): Folder {
    const known = this.folders.get(key)
    if (known && this.isStrict) requireSame(known.path, path)
    const folder = known ?? { path, children: new Set() }
    if (!known) this.folders.set(key, folder)
    return folder
  }

  /** The folders above, as far up as they are not known yet. */
  private addAbove(key: string, path: string): void {
    let [child, written] = [key, path]
    for (let above = parentOf(child); above !== undefined; above = parentOf(child)) {
      const isKnown = this.folders.has(above)
      written = parentOf(written) ?? ''
      this.addFolder(above, written).children.add(child)
      if (isKnown) return
      child = above
    }
  }

  private checkAbove(key: string, node: Node): void {
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const above = this.nodes.get(key.slice(0, slash))
      if (!above || above.kind === 'folder') continue
      throw conflict(`${quoted(node.path)} lies below the ${above.kind} ${quoted(above.path)}`)
    }
  }

  private followed(key: string): string {
    const node = this.nodes.get(key)
    if (node?.kind !== 'symbolic link') return key
    const end = this.endOf(key, node, 0)
    if (end.isThere) return end.key
    const target = quoted(node.target.join('/'))
    throw badLink(`the link ${quoted(node.path)} leads to ${target}, which is not in the archive`)
  }

  /** Follows a link as an operating system would, part by part; where `..` leads depends on the links before it. */
  private endOf(key: string, link: Node, depth: number): End {
    if (link.end === 'being found out' || depth > longestChain) throw endless(link)
    if (link.end) return link.end
    link.end = 'being found out'
    let links = 1
    let isThere = true
    let place = parentOf(key) ?? ''
    for (const part of link.target) {
      isThere &&= this.folders.has(place)
      const next = part === '..' ? parentOf(place) : below(place, keyOf(part))
      if (next === undefined) {
        const target = quoted(link.target.join('/'))
        throw badLink(`the link ${quoted(link.path)} leads out of the archive, to ${target}`)
      }
      place = next
      const met = this.nodes.get(place)
      if (part === '..' || met?.kind !== 'symbolic link') continue
      const end = this.endOf(place, met, depth + 1)
      place = end.key
      isThere &&= end.isThere
      links += end.links
      if (links > longestChain) throw endless(link)
    }
    isThere &&= this.folders.has(place) || this.nodes.has(place)
    return (link.end = { key: place, links, isThere })
  }
}

function requireSame(known: string, path: string): void {
  if (known === path) return
  const isCase = known.normalize() !== path.normalize()
  const difference = isCase ? 'in upper and lower case' : 'in how their letters are composed'
  throw conflict(
    `${quoted(known)} and ${quoted(path)} differ only ${difference}, and many disks take them for one: rename one of them`,
  )
}

function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase().toUpperCase()
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Undefined above the root. */
function parentOf(key: string): string | undefined {
  return key === '' ? undefined : key.slice(0, Math.max(0, key.lastIndexOf('/')))
}

function endless(link: Node): ArchiveRefused {
  return badLink(
    `the link ${quoted(link.path)} leads through more than ${longestChain} links, or round in a circle`,
  )
}

function conflict(message: string): ArchiveRefused {
  return new ArchiveRefused('conflict', message)
}
