import { z } from 'zod'
import { inAnswers } from '../../kernel/declaration.js'
import { text } from '../../kernel/input.js'
import type { OrganizationAccess } from '../organizations/organization.js'

/** A public key that signs providers. Its namespace is the organization that it is registered in. */
export const gpgKey = z.object({
  id: z.string(),
  organizationId: z.string(),
  namespace: text(64).register(inAnswers, { description: 'The name of the organization.' }),
  /** The long id, 16 hexadecimals in capitals. */
  keyId: z.string().meta({ example: '32966F3FB5AC1129' }),
  asciiArmor: text(100_000),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export type GpgKey = Readonly<z.output<typeof gpgKey>>

export interface GpgKeyAccess extends OrganizationAccess {
  readonly key: GpgKey
}

/** A text by which nothing could ever be published. */
export interface UnusableKey {
  readonly unusable: true
  /** What the text does wrong, to be read behind its name; undefined for what is no public key at all. */
  readonly why: string | undefined
}

/** The long id, in capitals, of the one public key in a text. */
export type ReadSigningKey = (asciiArmor: string) => Promise<{ readonly keyId: string } | UnusableKey>

/** A text without the blanks around its lines, as a heredoc leaves them; the engine reads no other. */
export const plainArmor = (asciiArmor: string): string =>
  asciiArmor
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trimStart()

/** What a registered key says of itself; no more of it than people read. */
export interface SigningKeyFacts {
  /** Whose it is, such as `Release <release@example.com>`. */
  readonly userIds: readonly string[]
  /** Null where it does not expire, or where nothing valid says so. */
  readonly expiresAt: Date | null
  /** Its own long id and those of its subkeys, by which signatures name it. */
  readonly signerIds: readonly string[]
}

export type DescribeSigningKey = (asciiArmor: string) => Promise<SigningKeyFacts>

/** Something else than a binary detached signature by the key. */
export const notSigned = 'not-signed'

/** Undefined where a binary detached signature over these bytes is good and made by this public key. */
export type VerifySignature = (
  asciiArmor: string,
  signed: Buffer,
  signature: Buffer,
) => Promise<undefined | typeof notSigned | { readonly digest: string }>

/** The attributes of contract §6. */
export const gpgKeyCreation = gpgKey.pick({ namespace: true, asciiArmor: true }).shape
export const gpgKeyChange = gpgKey.pick({ namespace: true }).partial().shape

/** The long id, in capitals, that a long id or a fingerprint of version 4 names; undefined for anything else. */
export const longIdOf = (named: string): string | undefined =>
  /^(?:0x)?(?:[0-9A-F]{24})?([0-9A-F]{16})$/i.exec(named)?.[1]?.toUpperCase()
