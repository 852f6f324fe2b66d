import { isEngineVersion, isHttpUrl, isSha256 } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { EngineVersionFormFactsFragment, EngineVersionUpdateInput } from '~/data/generated/graphql'
import { changesOf } from '~/data/merge'

export const EngineVersionFormFacts = graphql(`
  fragment EngineVersionFormFacts on EngineVersion {
    id
    updatedAt
    version
    usage
    archs {
      os
      arch
      url
      sha
    }
    official
    enabled
    beta
    deprecated
    deprecatedReason
  }
`)

/** Asked by the server to fill the form, and by the browser after another user's change. */
export const EngineVersionToEdit = graphql(`
  query EngineVersionToEdit($id: ID!) {
    engineVersion(id: $id) {
      ...EngineVersionFormFacts
    }
  }
`)

export const emptyArchive = { os: 'linux', arch: 'amd64', url: '', sha: '' }

export type Archive = typeof emptyArchive

export const emptyValues = {
  version: '',
  archs: [emptyArchive],
  enabled: true,
  official: false,
  beta: false,
  deprecated: false,
  deprecatedReason: '',
}

export type FormValues = typeof emptyValues

export function valuesOf(facts: EngineVersionFormFactsFragment): FormValues {
  const { version, enabled, official, beta, deprecated, deprecatedReason } = facts
  const archs = facts.archs.map(({ os, arch, url, sha }) => ({ os, arch, url, sha }))
  return { version, archs, enabled, official, beta, deprecated, deprecatedReason: deprecatedReason ?? '' }
}

/** Returns the values without pasted spaces, as the server will store them. */
export function tidy(values: FormValues): FormValues {
  return {
    ...values,
    version: values.version.trim(),
    archs: values.archs.map(({ os, arch, url, sha }) => ({
      os: os.trim(),
      arch: arch.trim(),
      url: url.trim(),
      sha: sha.trim().toLowerCase(),
    })),
    deprecatedReason: values.deprecated ? values.deprecatedReason.trim() : '',
  }
}

/** Returns changed values alone, so that another user's change is not undone. */
export function updateInputOf(
  { id, updatedAt }: { id: string; updatedAt: string },
  values: FormValues,
  base: FormValues,
): EngineVersionUpdateInput {
  return { id, expectedUpdatedAt: updatedAt, ...changesOf(tidy(values), base) }
}

/** Name of each value in a sentence. */
export const labels: Record<keyof FormValues, string> = {
  version: 'version number',
  archs: 'archives',
  enabled: 'enabled',
  official: 'official',
  beta: 'beta',
  deprecated: 'deprecated',
  deprecatedReason: 'reason for the deprecation',
}

/** Checks before anything is sent; the server decides. */
export const validation = {
  version: (text: string) =>
    isEngineVersion(text.trim())
      ? null
      : 'A version is N.N.N or N.N.N-suffix, without leading zeros or a “v”.',
  archs: {
    os: (text: string) => (text.trim() === '' ? 'Which system is the archive for?' : null),
    arch: (text: string) => (text.trim() === '' ? 'Which architecture is the archive for?' : null),
    url: (text: string) => (isHttpUrl(text.trim()) ? null : 'An address starts with http:// or https://.'),
    sha: (text: string) =>
      isSha256(text.trim()) ? null : 'A SHA-256 checksum has 64 hexadecimal characters.',
  },
}

/** A line of a `SHA256SUMS` file: `<checksum>  <name>_<version>_<os>_<arch>.zip`. */
type Line = { sha: string; file: string; platform?: { version: string; os: string; arch: string } }

export function linesIn(text: string): Line[] {
  return [...text.matchAll(/^\s*([0-9a-fA-F]{64})\s+\*?(\S+)\s*$/gm)].map(([, sha = '', file = '']) => {
    const [, version, os, arch] = /_(\d[^_]*)_([a-z0-9]+)_([a-z0-9]+)\.zip$/.exec(file) ?? []
    return version !== undefined && os !== undefined && arch !== undefined
      ? { sha: sha.toLowerCase(), file, platform: { version, os, arch } }
      : { sha: sha.toLowerCase(), file }
  })
}

type Filled = Pick<FormValues, 'version' | 'archs'>

/**
 * The archives that the text names, those of the version that is typed, or else of the first. `folder` is where they
 * lie; by itself where an archive lies that has an address already. Undefined where it names none.
 */
export function filledBy(
  text: string,
  { version: typed, archs }: Filled,
  folder: string,
): Filled | undefined {
  const lines = linesIn(text)
  const version = typed.trim() || (lines.find(({ platform }) => platform)?.platform?.version ?? '')
  const base = folder.trim() || (archs.find(({ url }) => url !== '')?.url.replace(/[^/]*$/, '') ?? '')
  const found = lines.flatMap(({ sha, file, platform }): Archive[] => {
    if (platform?.version !== version) return []
    const { os, arch } = platform
    const known = archs.find((each) => each.os === os && each.arch === arch)?.url ?? ''
    const url = base === '' ? known : `${base.replace(/\/*$/, '/')}${file}`
    return [{ os, arch, url: folder.trim() === '' && known !== '' ? known : url, sha }]
  })
  const others = archs.filter(
    ({ os, arch, url, sha }) =>
      (url !== '' || sha !== '') && !found.some((each) => each.os === os && each.arch === arch),
  )
  return found.length === 0 ? undefined : { version, archs: [...found, ...others] }
}

/** An archive into whose checksum a whole line was pasted; undefined where it was not. */
export function takenApart(archive: Archive, pasted: string): Archive | undefined {
  const [line] = linesIn(pasted)
  if (!line) return undefined
  const { os, arch } = line.platform ?? archive
  return { ...archive, os, arch, sha: line.sha }
}
