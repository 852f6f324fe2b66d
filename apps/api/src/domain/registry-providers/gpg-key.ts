import { text } from '../../kernel/input.js'
import type { AccessDecision } from '../organizations/organization.js'

/** A public key that signs providers. Its namespace is the organization that it is registered in. */
export interface GpgKey {
  readonly id: string
  readonly organizationId: string
  /** The name of the organization. */
  readonly namespace: string
  /** The long id, 16 hexadecimals in capitals. */
  readonly keyId: string
  readonly asciiArmor: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface GpgKeyAccess extends AccessDecision {
  readonly key: GpgKey
}

/** The long id, in capitals, of the one public key in a text; undefined for anything else. */
export type ReadSigningKey = (asciiArmor: string) => Promise<string | undefined>

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

/** Whether a binary detached signature over these bytes is good and made by this public key. */
export type VerifySignature = (asciiArmor: string, signed: Buffer, signature: Buffer) => Promise<boolean>

const namespace = text(64)

/** The attributes of contract §6. */
export const gpgKeyCreation = { namespace, asciiArmor: text(100_000) }
export const gpgKeyChange = { namespace: namespace.optional() }

/** What can be no key's id is simply not found. */
export const isKeyId = (keyId: string): boolean => /^[0-9A-Fa-f]{16}$/.test(keyId)
