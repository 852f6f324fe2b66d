import type { PublicKey } from 'openpgp'
import type { DescribeSigningKey, ReadSigningKey } from '../../domain/registry-providers/gpg-key.js'

/** What a key says of itself by signatures, each of which has to be verified when it is shown: names and subkeys. */
const mostBindings = 50

const bindingsOf = ({ users, subkeys }: PublicKey): number =>
  [...users.map((each) => each.selfCertifications), ...subkeys.map((each) => each.bindingSignatures)].flat()
    .length

/**
 * Reads an OpenPGP public key as it is exported with `--armor`. A private key is refused: only its owner may have it.
 * The library is loaded by the first that is to be read, since it is large and few processes need it.
 */
export const readSigningKey: ReadSigningKey = async (asciiArmor) => {
  // Of several blocks the library reads the first and is silent about the rest.
  if (asciiArmor.split('-----BEGIN PGP').length !== 2) return undefined
  const { readKeys } = await import('openpgp')
  const keys = await readKeys({ armoredKeys: asciiArmor }).catch(() => [])
  const [key, ...others] = keys
  if (!key || others.length > 0 || key.isPrivate() || bindingsOf(key) > mostBindings) return undefined
  return key.getKeyID().toHex().toUpperCase()
}

const most = 20

export const describeSigningKey: DescribeSigningKey = async (asciiArmor) => {
  const { readKey } = await import('openpgp')
  const key = await readKey({ armoredKey: asciiArmor })
  const expiry = await key.getExpirationTime().catch(() => null)
  return {
    userIds: key.getUserIDs().slice(0, most),
    expiresAt: expiry instanceof Date ? expiry : null,
    signerIds: key
      .getKeys()
      .slice(0, most)
      .map((each) => each.getKeyID().toHex().toUpperCase()),
  }
}
