import { faults } from '../../kernel/errors.js'
import { text } from '../../kernel/input.js'

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
  /** Null where nothing is known to be wrong with that zip. */
  readonly zipFault: ZipFault | null
}

const isPlatformWord = (word: string): boolean => /^[A-Za-z0-9_-]{1,32}$/.test(word)

const platformWord = text(32, isPlatformWord)

/** The attributes of contract §6. */
export const providerPlatformCreation = {
  os: platformWord,
  arch: platformWord,
  shasum: text(128),
  filename: text(255),
}

/** Of the whole input: the platform's os and arch have one file, for good once it was published. */
export const platformTaken = { ...faults.taken('platform'), path: [] }
