import { createHash } from 'node:crypto'
import { readPrivateKey, type SecretKeyPacket } from 'openpgp'
import type { SigningKey } from './signing.js'

/** Of SHA-1, before a digest of it that RSA signs (RFC 8017, 9.2). */
const digestInfo = Buffer.from('3021300906052b0e03021a05000414', 'hex')

/** A detached signature by an RSA key, good but for its SHA-1: the library makes none, so it is put together here (RFC 4880, 5.2). */
export async function sha1SignatureOf(bytes: Uint8Array, { secret }: SigningKey): Promise<Buffer> {
  const keyPacket = (await readPrivateKey({ armoredKey: secret })).keyPacket as SecretKeyPacket
  const { n, d } = { ...keyPacket.publicParams, ...keyPacket.privateParams } as Record<string, Uint8Array>
  if (!n || !d) throw new Error('Only an RSA key signs with SHA-1 here')
  const created = [5, 2, ...uint32(Math.floor(Date.now() / 1000))]
  const issuer = [9, 16, ...Buffer.from(keyPacket.getKeyID().toHex(), 'hex')]
  // Version 4, over bytes, RSA, SHA-1.
  const signed = [4, 0, 1, 2, 0, created.length, ...created]
  const trailer = [4, 0xff, ...uint32(signed.length)]
  const digest = createHash('sha1')
    .update(bytes)
    .update(Buffer.from([...signed, ...trailer]))
    .digest()
  const padding = Buffer.alloc(n.length - 3 - digestInfo.length - digest.length, 0xff)
  const padded = Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), digestInfo, digest])
  const number = power(numberOf(padded), numberOf(d), numberOf(n)).toString(2)
  const octets = Buffer.from(
    BigInt(`0b${number}`)
      .toString(16)
      .padStart(n.length * 2, '0'),
    'hex',
  )
  const value = octets.subarray(n.length - Math.ceil(number.length / 8))
  const packet = [
    ...signed,
    ...[0, issuer.length, ...issuer],
    ...digest.subarray(0, 2),
    ...[...uint16(number.length), ...value],
  ]
  return Buffer.from([0x89, ...uint16(packet.length), ...packet])
}

const uint16 = (value: number): number[] => [value >> 8, value & 0xff]
const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value & 0xffff)]
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** By squaring. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (const digit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (digit === '1') result = (result * base) % modulus
  }
  return result
}
