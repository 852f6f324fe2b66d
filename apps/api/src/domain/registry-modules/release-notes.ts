import { compareVersions, isModuleVersion } from '@engine/shared'
import type { ReadmeNode } from './readme-tree.js'

/**
 * The sections of a changelog about the versions above one and up to another: from a heading that begins with such a
 * version to the next one with a version, or to one above it.
 */
export const notesBetween = (tree: readonly ReadmeNode[], older: string, newer: string): ReadmeNode[] =>
  sectionsOf(tree, (version) => compareVersions(version, older) > 0 && compareVersions(version, newer) <= 0)

/** The sections about one version. */
export const notesOf = (tree: readonly ReadmeNode[], wanted: string): ReadmeNode[] =>
  sectionsOf(tree, (version) => compareVersions(version, wanted) === 0)

function sectionsOf(tree: readonly ReadmeNode[], isWanted: (version: string) => boolean): ReadmeNode[] {
  let level = 7
  let isShown = false
  return tree.filter((node) => {
    const here = levelOf(node)
    if (here === undefined) return isShown
    const version = versionIn(textOf(node))
    if (version !== undefined) {
      level = here
      isShown = isWanted(version)
    } else if (here < level) isShown = false
    return isShown
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
