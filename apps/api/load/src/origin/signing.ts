import { createMessage, enums, generateKey, readKey, readPrivateKey, sign } from 'openpgp'

/** A key that signs the versions of providers. */
export interface SigningKey {
  readonly armor: string
  readonly secret: string
  /** The long id, in capitals. */
  readonly keyId: string
}

const kinds = {
  rsa: { type: 'rsa', rsaBits: 2048 },
  // As GnuPG makes them.
  ed25519: { type: 'ecc', curve: 'ed25519Legacy' },
} as const

export async function newSigningKey(
  kind: keyof typeof kinds = 'ed25519',
  owner = 'Release',
): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKey({
    ...kinds[kind],
    userIDs: [{ name: owner }],
    format: 'armored',
  })
  const key = await readKey({ armoredKey: publicKey })
  return { armor: publicKey, secret: privateKey, keyId: key.getKeyID().toHex().toUpperCase() }
}

/** A binary detached signature, which is what the engine wants; by SHA-1 only where an RSA key is told to. */
export async function signatureOf(
  bytes: Uint8Array,
  { secret }: SigningKey,
  hash: 'sha1' | 'sha512' = 'sha512',
): Promise<Buffer> {
  const key = await readPrivateKey({ armoredKey: secret })
  const preferredHashAlgorithm = enums.hash[hash]
  // A hash is taken only where the key names it too.
  for (const { preferredHashAlgorithms } of key.users.flatMap((user) => user.selfCertifications))
    preferredHashAlgorithms?.push(preferredHashAlgorithm)
  const signature = await sign({
    message: await createMessage({ binary: bytes }),
    signingKeys: key,
    detached: true,
    format: 'binary',
    // The library has no salt for SHA-1.
    config: { preferredHashAlgorithm, nonDeterministicSignaturesViaNotation: hash !== 'sha1' },
  })
  return Buffer.from(signature as Uint8Array)
}
