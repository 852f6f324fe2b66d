/** The part of a packet after its header; undefined where it is no signature. */
function signatureBody(bytes: Uint8Array): Uint8Array | undefined {
  const tag = bytes[0] ?? 0
  // Headers of both formats of OpenPGP (RFC 9580, 4.2); a signature is packet 2.
  if (tag >> 2 === 0b100010) return bytes.subarray(1 + 2 ** (tag & 3))
  if (tag !== 0b11000010) return undefined
  const first = bytes[1] ?? 0
  return bytes.subarray(first < 192 ? 2 : first < 224 ? 3 : 6)
}

/** The subpackets of one of the two areas of a signature. */
function* subpacketsIn(area: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < area.length;) {
    const first = area[at] ?? 0
    const [size, length] =
      first < 192 ? [1, first] : first < 255 ? [2, ((first - 192) << 8) + (area[at + 1] ?? 0) + 192] : [5, 0]
    yield area.subarray(at + size, at + size + length)
    at += size + Math.max(1, length)
  }
}

const hexadecimals = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

const issuer = 16
const issuerFingerprint = 33

/** The long id of the key that made a binary detached signature; undefined where that says nothing that can be read. */
export function signerOf(signature: Uint8Array): string | undefined {
  const body = signatureBody(signature)
  if (body?.[0] !== 4) return undefined
  const lengthAt = (at: number): number => ((body[at] ?? 0) << 8) + (body[at + 1] ?? 0)
  const hashedEnd = 6 + lengthAt(4)
  const areas = [
    body.subarray(6, hashedEnd),
    body.subarray(hashedEnd + 2, hashedEnd + 2 + lengthAt(hashedEnd)),
  ]
  for (const packet of areas.flatMap((area) => [...subpacketsIn(area)])) {
    const type = (packet[0] ?? 0) & 0x7f
    if (type === issuer && packet.length === 9) return hexadecimals(packet.subarray(1))
    if (type === issuerFingerprint && packet.length === 22) return hexadecimals(packet.subarray(-8))
  }
  return undefined
}
