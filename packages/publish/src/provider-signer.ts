import { verifyDetachedSignature } from '@engine/provider-source/detached-signatures'
import { signatureFault } from '@engine/provider-source/signatures'
import { describeSigningKey } from '@engine/provider-source/signing-keys'
import { Fault } from './fault.js'
import type { Release } from './provider-release.js'

/** A public key that is registered in the organization. */
export interface RegisteredKey {
  readonly keyId: string
  readonly asciiArmor: string
}

/** Finds the registered key that a release is signed with. Throws a `Fault` where it is not, or the signature is not its own. */
export async function signerOf(
  { shasums, signature, signerIds }: Release,
  keys: readonly RegisteredKey[],
  namespace: string,
): Promise<RegisteredKey> {
  const faults: string[] = []
  for (const key of keys) {
    if (!(await idsOf(key)).some((id) => signerIds.includes(id))) continue
    const refused = await verifyDetachedSignature(key.asciiArmor, shasums.contents, signature.contents)
    if (refused === undefined) return key
    faults.push(`${signature.name}: ${signatureFault(refused, key.keyId)}`)
  }
  if (faults.length > 0) throw new Fault('module', faults.join('\n'))
  throw new Fault(
    'refused',
    `${shasums.name} is signed with the key ${signerIds.join(', ')}, which is not registered in ${namespace}: an owner adds it to the signing keys`,
  )
}

/** Ids of a key and its subkeys; a key that cannot be read has its own alone. */
async function idsOf({ keyId, asciiArmor }: RegisteredKey): Promise<readonly string[]> {
  return describeSigningKey(asciiArmor).then(
    ({ signerIds }) => signerIds,
    () => [keyId],
  )
}
