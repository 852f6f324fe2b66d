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
