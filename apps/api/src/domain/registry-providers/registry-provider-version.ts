import { isDeepStrictEqual } from 'node:util'
import type { ReleasedPlatform } from '@engine/provider-source/checksums'
import type { ZipFaults } from '@engine/provider-source/provider-zip'
import { isPlatformWord, isProtocol, longestFilename, mostProtocols } from '@engine/provider-source/release'
import { engineVersionMaximumLength, isEngineVersion } from '@engine/shared'
import { z } from 'zod'
import { provenanceOf, type Actor } from '../../kernel/actor.js'
import { faults } from '../../kernel/errors.js'
import { text } from '../../kernel/input.js'
import type { Provenance } from '../../kernel/provenance.js'
import type { Lifecycle } from '../lifecycle/lifecycle.js'
import { readableNumbers } from '../readable-numbers.js'
import type { GpgKey } from './gpg-key.js'
import type { ProviderAccess } from './registry-provider.js'

/** The build of a version for one operating system and processor. */
export interface RegistryProviderPlatform extends ReleasedPlatform, ZipFaults {
  readonly id: string
  readonly versionId: string
  /** Key of the zip in the storage; null while it is not uploaded. */
  readonly binaryKey: string | null
  /** Size in bytes; null as long as the zip, and for one of former releases until its hash is known. */
  readonly binarySize: number | null
  /** `h1:…` of what is in that zip; empty where it cannot be read whole, null while it was not looked through. */
  readonly packageHash: string | null
}

/** The part of a platform that stands for good once it was published. */
export type TakenPlatform = Pick<RegistryProviderPlatform, 'os' | 'arch' | 'filename' | 'shasum'>

/** A version of a private provider. Files are named by their key in the storage; null means not uploaded yet. */
export interface RegistryProviderVersion extends Lifecycle {
  readonly id: string
  readonly providerId: string
  readonly version: string
  /** Id of the key that its checksums are signed with; publishing checks that there is such a key. */
  readonly keyId: string
  /** The protocols that the provider supports, such as `5.0`. */
  readonly protocols: readonly string[]
  readonly shasumsKey: string | null
  readonly shasumsSigKey: string | null
  /** The signing key that everything was found right by: without one the version is not published. */
  readonly signingKeyId: string | null
  /** Sentence that says why it is not published though all its files are there. */
  readonly publicationError: string | null
  /** The CI job that created it and sent all that it has; null as soon as another caller adds anything. */
  readonly provenance: Provenance | null
  /** Time when its documentation was last uploaded; null where it has none. */
  readonly docsUploadedAt: Date | null
  /** Size of the pages of its documentation, in bytes; null where it has none. */
  readonly docsSize: number | null
  /** Platforms by os, then by arch. */
  readonly platforms: readonly RegistryProviderPlatform[]
  readonly createdAt: Date
  /** Time of the last change, also to its files and platforms. */
  readonly updatedAt: Date
}

/** A version that the engine may install, and the key that says so. */
export interface PublishedProviderVersion extends RegistryProviderVersion {
  readonly signingKey: GpgKey
}

export interface ProviderVersionAccess extends ProviderAccess {
  readonly version: RegistryProviderVersion
}

export interface ProviderPlatformAccess extends ProviderVersionAccess {
  readonly platform: RegistryProviderPlatform
}

/** The attributes of contract §6. Without protocols it has none. */
export const providerVersionCreation = {
  version: text(engineVersionMaximumLength, isEngineVersion).refine(...readableNumbers),
  keyId: text(128),
  protocols: z.array(text(16, isProtocol)).max(mostProtocols).optional(),
}

const platformWord = text(32, isPlatformWord)

/** The attributes of contract §6. */
export const providerPlatformCreation = {
  os: platformWord,
  arch: platformWord,
  shasum: text(128),
  filename: text(longestFilename),
}

/** Fault of the whole input: a platform's os and arch have one file, for good once it was published. */
export const platformTaken = { ...faults.taken('platform'), path: [] }

export interface CompleteFiles {
  readonly shasumsKey: string
  readonly shasumsSigKey: string
}

/** Undefined while anything is missing: a file, or any platform at all. */
export function completeFilesOf({
  shasumsKey,
  shasumsSigKey,
  platforms,
}: RegistryProviderVersion): CompleteFiles | undefined {
  if (shasumsKey === null || shasumsSigKey === null || platforms.length === 0) return undefined
  return platforms.some(({ binaryKey }) => binaryKey === null) ? undefined : { shasumsKey, shasumsSigKey }
}

/** Provenance of a version once this caller has added to it: one job has one, however many tokens it has. */
export function provenanceWith(actor: Actor, { provenance }: RegistryProviderVersion): Provenance | null {
  return isDeepStrictEqual(provenanceOf(actor), provenance) ? provenance : null
}

/** The storage keys of all its files. */
export function filesOf({
  shasumsKey,
  shasumsSigKey,
  platforms,
}: RegistryProviderVersion): readonly string[] {
  const keys = [shasumsKey, shasumsSigKey, ...platforms.map(({ binaryKey }) => binaryKey)]
  return keys.filter((key) => key !== null)
}
