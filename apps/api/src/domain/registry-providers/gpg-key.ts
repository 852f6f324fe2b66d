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

const armor = /-----BEGIN PGP PUBLIC KEY BLOCK-----(?<inside>[^]*?)-----END PGP PUBLIC KEY BLOCK-----/

/**
 * A key armoured again, in short lines, with the checksum of its bytes and without headers: the library that reads it
 * here forgives a long line and a wrong checksum, the CLI does not. What cannot be taken apart stays as it is.
 */
export function rearmored(asciiArmor: string): string {
  const plain = plainArmor(asciiArmor)
  const inside = armor.exec(plain)?.groups?.['inside']?.replaceAll('\r', '')
  if (inside === undefined) return plain
  const body = inside.replace(/^\n?(?:[\w-]+: .*\n)*/, '').replaceAll(/\s/g, '')
  const bytes = Buffer.from(body.replace(/=[A-Za-z0-9+/]{4}$/, ''), 'base64')
  const lines = bytes.toString('base64').match(/.{1,64}/g)
  if (!lines) return plain
  return [
    '-----BEGIN PGP PUBLIC KEY BLOCK-----',
    '',
    ...lines,
    `=${checksumOf(bytes)}`,
    '-----END PGP PUBLIC KEY BLOCK-----',
    '',
  ].join('\n')
}

/** The CRC-24 of armour, in base64. */
function checksumOf(bytes: Buffer): string {
  let crc = 0xb704ce
  for (const byte of bytes) {
    crc ^= byte << 16
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x800000 ? 0x1864cfb : 0)
  }
  const sum = Buffer.alloc(4)
  sum.writeInt32BE(crc)
  return sum.subarray(1).toString('base64')
}

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

/** A signature that the CLI would not take. */
export interface RefusedSignature {
  /** What it does wrong, to be read behind its name. */
  readonly why: string
  /** What its publisher does about it. */
  readonly advice: string
}

/** Undefined where a binary detached signature over these bytes is good and made by this public key. */
export type VerifySignature = (
  asciiArmor: string,
  signed: Buffer,
  signature: Buffer,
) => Promise<undefined | typeof notSigned | RefusedSignature>

/** The attributes of contract §6. */
export const gpgKeyCreation = gpgKey.pick({ namespace: true, asciiArmor: true }).shape
export const gpgKeyChange = gpgKey.pick({ namespace: true }).partial().shape

/** The long id, in capitals, that a long id or a fingerprint of version 4 names; undefined for anything else. */
export const longIdOf = (named: string): string | undefined =>
  /^(?:0x)?(?:[0-9A-F]{24})?([0-9A-F]{16})$/i.exec(named)?.[1]?.toUpperCase()
