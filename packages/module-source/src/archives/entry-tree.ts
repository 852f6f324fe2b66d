import { setImmediate } from 'node:timers/promises'
import { ArchiveRefused } from '../archive.js'
import { quoted, targetParts } from './entry-path.js'
import type { TarEntry } from './tar-reader.js'

interface Node {
  readonly kind: TarEntry['kind']
  readonly path: string
  readonly target: readonly string[]
  /** Where a symbolic link leads in the end, once that was found out. */
  end?: End | 'being found out'
}

interface End {
  readonly key: string
  /** How many links lie on the way, this one included. */
  readonly links: number
}

/** As many as operating systems follow. */
const longestChain = 40

/**
 * All entries of an archive by path, and what they may be to each other. A path may come twice only as a file (the
 * last one is what stays) or as a folder. Nothing may lie below a link or a file, in whatever order they come. Links
 * may lead anywhere inside, also to what is not there, but never out, also not through each other.
 *
 * Paths that differ only in case or in how letters are composed are one here, as they are on many disks.
 */
export class EntryTree {
  /** The paths of all files, hard links among them, as they are written. */
  readonly files = new Set<string>()
  private readonly nodes = new Map<string, Node>()

  /** Throws `ArchiveRefused`. `path` comes from `entryPath`. */
  add(kind: TarEntry['kind'], path: string, target: string): void {
    if (path === '' && kind !== 'folder') throw conflict(`the root of the archive is a ${kind}`)
    const isLink = kind === 'hard link' || kind === 'symbolic link'
    const known = this.nodes.get(keyOf(path))
    if (known && (isLink || known.kind !== kind)) {
      throw conflict(`${quoted(path)} is there twice, as ${known.kind} and as ${kind}`)
    }
    const parts = isLink ? targetParts(path, target) : []
    if (kind === 'hard link') this.checkHardLink(path, parts.join('/'))
    if (kind === 'hard link' || kind === 'file') this.files.add(path)
    this.nodes.set(keyOf(path), { kind, path, target: parts })
  }

  /** What can be checked only once all entries are known. Throws `ArchiveRefused`. */
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

  private checkHardLink(path: string, target: string): void {
    if (this.files.has(target)) return
    throw badLink(
      `the hard link ${quoted(path)} leads to ${quoted(target)}, which is no file that the archive has before it`,
    )
  }

  private checkAbove(key: string, node: Node): void {
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      const above = this.nodes.get(key.slice(0, slash))
      if (!above || above.kind === 'folder') continue
      throw conflict(`${quoted(node.path)} lies below the ${above.kind} ${quoted(above.path)}`)
    }
  }

  /** Follows a link as an operating system would, part by part; where `..` leads depends on the links before it. */
  private endOf(key: string, link: Node, depth: number): End {
    if (link.end === 'being found out' || depth > longestChain) throw endless(link)
    if (link.end) return link.end
    link.end = 'being found out'
    let links = 1
    let place = parentOf(key) ?? ''
    for (const part of link.target) {
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
      links += end.links
      if (links > longestChain) throw endless(link)
    }
    return (link.end = { key: place, links })
  }
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

function badLink(message: string): ArchiveRefused {
  return new ArchiveRefused('bad-link', message)
}

function conflict(message: string): ArchiveRefused {
  return new ArchiveRefused('conflict', message)
}
