import { isEngineVersion, isHttpUrl, isSha256 } from '@engine/shared'
import { graphql } from '~/data/generated'
import type {
  EngineVersionCreateInput,
  EngineVersionFormFactsFragment,
  EngineVersionUpdateInput,
} from '~/data/generated/graphql'
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

export type Archive = { os: string; arch: string; url: string; sha: string }

/** The values of the form. */
export type FormValues = {
  version: string
  archs: Archive[]
  enabled: boolean
  official: boolean
  beta: boolean
  deprecated: boolean
  deprecatedReason: string
}

export const emptyArchive: Archive = { os: 'linux', arch: 'amd64', url: '', sha: '' }

export const emptyValues: FormValues = {
  version: '',
  archs: [emptyArchive],
  enabled: true,
  official: false,
  beta: false,
  deprecated: false,
  deprecatedReason: '',
}

export function valuesOf(facts: EngineVersionFormFactsFragment): FormValues {
  const { version, enabled, official, beta, deprecated, deprecatedReason } = facts
  const archs = facts.archs.map(({ os, arch, url, sha }) => ({ os, arch, url, sha }))
  return { version, archs, enabled, official, beta, deprecated, deprecatedReason: deprecatedReason ?? '' }
}

/** Without the spaces that come along when something is pasted, and as the server will keep it. */
function tidy(values: FormValues): FormValues {
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

export const createInputOf = (values: FormValues): EngineVersionCreateInput => tidy(values)

/** Only what was changed, so that no other user's change is undone. */
export function updateInputOf(
  { id, updatedAt }: { id: string; updatedAt: string },
  values: FormValues,
  base: FormValues,
): EngineVersionUpdateInput {
  return { id, expectedUpdatedAt: updatedAt, ...changesOf(tidy(values), base) }
}

/** What each value is called in a sentence. */
export const labels: Record<keyof FormValues, string> = {
  version: 'version number',
  archs: 'archives',
  enabled: 'enabled',
  official: 'official',
  beta: 'beta',
  deprecated: 'deprecated',
  deprecatedReason: 'reason for the deprecation',
}

/** What can be checked before anything is sent; the server decides. */
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
