import { isDeepStrictEqual } from 'node:util'
import { engineVersionMaximumLength, isEngineVersion } from '@engine/shared'
import { z } from 'zod'
import { provenanceOf, type Actor } from '../../kernel/actor.js'
import { faults } from '../../kernel/errors.js'
import { text } from '../../kernel/input.js'
import type { Provenance } from '../../kernel/provenance.js'
import type { Lifecycle } from '../lifecycle.js'
import { readableNumbers } from '../readable-numbers.js'
import type { GpgKey } from './gpg-key.js'
import type { ProviderAccess } from './registry-provider.js'

/** Why the engine's CLI cannot start what is in a zip. */
export type ZipFault = 'no_zip' | 'no_executable'

/** The build of a version for one operating system and processor. */
export interface RegistryProviderPlatform {
  readonly id: string
  readonly versionId: string
  readonly os: string
  readonly arch: string
  /** What the zip's SHA-256 is said to be; compared when the version is published. */
  readonly shasum: string
  readonly filename: string
  /** Of the zip in the storage; null while it is not uploaded. */
  readonly binaryKey: string | null
  /** What the SHA-256 of that zip really is, in lower case; null as long as the zip. */
  readonly binarySha256: string | null
  /** In bytes; null as long as the zip, and for one of former releases until its hash is known. */
  readonly binarySize: number | null
  /** `h1:…` of what is in that zip; empty where it cannot be read whole, null while it was not looked through. */
  readonly packageHash: string | null
  /** Null where nothing is known to be wrong with that zip. */
  readonly zipFault: ZipFault | null
  /** Which entry keeps the CLI from unpacking that zip, and why; null as `zipFault`. */
  readonly zipProblem: string | null
}

/** The part of a platform that stands for good once it was published. */
export type TakenPlatform = Pick<RegistryProviderPlatform, 'os' | 'arch' | 'filename' | 'shasum'>

/** A version of a private provider. Files are named by their key in the storage; null means not uploaded yet. */
export interface RegistryProviderVersion extends Lifecycle {
  readonly id: string
  readonly providerId: string
  readonly version: string
  /** Of the key that its checksums are signed with; whether there is such a key is seen when it is published. */
  readonly keyId: string
  /** The protocols that the provider supports, such as `5.0`. */
  readonly protocols: readonly string[]
  readonly shasumsKey: string | null
  readonly shasumsSigKey: string | null
  /** The signing key that everything was found right by: without one the version is not published. */
  readonly signingKeyId: string | null
  /** Why it is not published though all its files are there, in a sentence. */
  readonly publicationError: string | null
  /** Which job of a CI made it and sent all that it has; null as soon as anything is another caller's. */
  readonly provenance: Provenance | null
  /** By os, then by arch. */
  readonly platforms: readonly RegistryProviderPlatform[]
  readonly createdAt: Date
  /** Also of the last change to its files and platforms. */
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

/** What the engine compares with the protocols that it supports. */
export const isProtocol = (word: string): boolean => /^\d{1,6}\.\d{1,6}$/.test(word)

/** The attributes of contract §6. Without protocols it has none. */
export const providerVersionCreation = {
  version: text(engineVersionMaximumLength, isEngineVersion).refine(...readableNumbers),
  keyId: text(128),
  protocols: z.array(text(16, isProtocol)).max(20).optional(),
}

const platformWord = text(32, (word) => /^[A-Za-z0-9_-]{1,32}$/.test(word))

/** The attributes of contract §6. */
export const providerPlatformCreation = {
  os: platformWord,
  arch: platformWord,
  shasum: text(128),
  filename: text(255),
}

/** Of the whole input: the platform's os and arch have one file, for good once it was published. */
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

/** Its provenance once this caller has added to it: of one job there is one, however many tokens the job has. */
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
