import { isEngineVersion, isProviderName } from '@engine/shared'
import { faults, invalid, type Fault } from '../../kernel/errors.js'
import type { PublicProviderAddress } from './public-provider.js'

/** A file that is imported, as its address names it (contract §14). */
export interface ImportAddress extends PublicProviderAddress {
  readonly version: string
  readonly filename: string
}

/** The kind of an imported file: a zip of a platform, SHA256SUMS, its signature, or the keys of its signers. */
export type ImportKind =
  | { readonly name: 'zip'; readonly os: string; readonly arch: string }
  | { readonly name: 'shasums' | 'signature' | 'keys' }

const isFilename = /^[0-9A-Za-z_][0-9A-Za-z_.+-]*$/
const parts = /^(?<stem>.+)_(?:(?<os>[0-9a-z]+)_(?<arch>[0-9a-z]+)\.zip|SHA256SUMS(?<ending>\.sig|\.asc)?)$/
const longestFilename = 255

const kindsByEnding = { '': 'shasums', '.sig': 'signature', '.asc': 'keys' } as const

export const filenameFault = (message: string): Fault => ({ path: ['filename'], code: 'INVALID', message })

/** Reads what a file is from its name, which ends in the name and the version of its provider. Throws `invalid`. */
export function importKindOf({ namespace, name, version, filename }: ImportAddress): ImportKind {
  const wrong = [
    ...(isProviderName(namespace) ? [] : [faults.invalid('namespace')]),
    ...(isProviderName(name) ? [] : [faults.invalid('name')]),
    ...(isEngineVersion(version) ? [] : [faults.invalid('version')]),
  ]
  if (wrong.length > 0) throw invalid(...wrong)
  const found = filename.length <= longestFilename && isFilename.test(filename) && parts.exec(filename)
  const { stem = '', os, arch, ending = '' } = (found && found.groups) || {}
  const own = `${name}_${version}`.toLowerCase()
  const isOwn = stem.toLowerCase() === own || stem.toLowerCase().endsWith(`-${own}`)
  if (!isOwn)
    throw invalid(
      filenameFault(
        `Filename must end in ${name}_${version}_OS_ARCH.zip, ${name}_${version}_SHA256SUMS, …_SHA256SUMS.sig or …_SHA256SUMS.asc`,
      ),
    )
  if (os !== undefined && arch !== undefined) return { name: 'zip', os, arch }
  return { name: kindsByEnding[ending as keyof typeof kindsByEnding] }
}

/** Finds the zips of a version in its SHA256SUMS; other files that it lists are left out. */
export function zipsIn(address: ImportAddress, checksums: ReadonlyMap<string, string>) {
  return [...checksums].flatMap(([filename, shasum]) => {
    try {
      const kind = importKindOf({ ...address, filename })
      return kind.name === 'zip' ? [{ os: kind.os, arch: kind.arch, filename, shasum }] : []
    } catch {
      return []
    }
  })
}
