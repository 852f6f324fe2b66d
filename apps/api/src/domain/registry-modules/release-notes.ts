import { compareVersions, isModuleVersion } from '@engine/shared'
import type { ReadmeNode } from './readme-tree.js'

/**
 * The sections of a changelog about the versions above one and up to another: from a heading that begins with such a
 * version to the next one with a version, or to one above it.
 */
export function notesBetween(tree: readonly ReadmeNode[], older: string, newer: string): ReadmeNode[] {
  let level = 7
  let isBetween = false
  return tree.filter((node) => {
    const here = levelOf(node)
    if (here === undefined) return isBetween
    const version = versionIn(textOf(node))
    if (version !== undefined) {
      level = here
      isBetween = compareVersions(version, older) > 0 && compareVersions(version, newer) <= 0
    } else if (here < level) isBetween = false
    return isBetween
  })
}

function levelOf(node: ReadmeNode): number | undefined {
  const [, level] = typeof node === 'string' ? [] : (/^h([1-6])$/.exec(node.tag) ?? [])
  return level === undefined ? undefined : Number(level)
}

/** `[1.2.0] - 2026-01-01`, `v1.2.0`, `Version 1.2.0 (beta)`. */
function versionIn(heading: string): string | undefined {
  const [, version] =
    /^\s*(?:version |release )?\[?v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]*[0-9A-Za-z])?)/i.exec(heading) ?? []
  return version !== undefined && isModuleVersion(version) ? version : undefined
}

const textOf = (node: ReadmeNode): string =>
  typeof node === 'string' ? node : (node.children ?? []).map(textOf).join('')
