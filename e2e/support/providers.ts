import { providerZip, sha256 } from '../../apps/api/load/src/origin/provider-zip.js'
import { newSigningKey, signatureOf, type SigningKey } from '../../apps/api/load/src/origin/signing.js'
import type { LivingApi } from './living.js'
import type { Rest } from './rest.js'

/** The platform on which the CLI of this machine runs, in its own words. */
export const cliPlatform = {
  os: process.platform === 'win32' ? 'windows' : process.platform,
  arch: process.arch === 'x64' ? 'amd64' : process.arch,
}

/** Registers a key in the namespace of an organization. */
export async function registerKey(
  { apiUrl, adminToken }: LivingApi,
  namespace: string,
  { armor }: SigningKey,
): Promise<void> {
  const attributes = { namespace, 'ascii-armor': armor }
  const { status } = await fetch(`${apiUrl}/api/registry/private/v2/gpg-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({ data: { type: 'gpg-keys', attributes } }),
  })
  if (status !== 201) throw new Error(`The signing key was answered with ${status}`)
}

/** Makes the organization and the private provider of an address such as `acme/cloud`. */
async function createProvider(rest: Rest, address: string): Promise<void> {
  const [namespace = '', name] = address.split('/')
  const email = `${namespace}@example.com`
  await rest.create('/organizations', 'organizations', { name: namespace, email })
  await rest.create(`/organizations/${namespace}/registry-providers`, 'registry-providers', {
    name,
    namespace,
    'registry-name': 'private',
  })
}

/** Makes the organization and the private provider of an address, and registers a key there; the key. */
export async function createSignedProvider(
  platform: LivingApi,
  address: string,
  type: Parameters<typeof newSigningKey>[0] = 'ed25519',
): Promise<SigningKey> {
  const signer = await newSigningKey(type)
  await createProvider(platform.rest, address)
  await registerKey(platform, address.split('/')[0] ?? '', signer)
  return signer
}

interface Release {
  /** The signer; its key is also the one that the version names, unless `keyId` is another. */
  readonly signer: SigningKey
  readonly keyId?: string
  /** Uploaded instead of the zip whose checksum was signed; null: nothing is uploaded. */
  readonly zip?: Buffer | null
}

/** Publishes a version as scripts do, for the platform of this machine. */
export async function releaseProvider(
  rest: Rest,
  address: string,
  version: string,
  { signer, keyId = signer.keyId, zip: other }: Release,
): Promise<void> {
  const [namespace = '', name = ''] = address.split('/')
  const { zip, shasum, filename, shasums, signature } = await signedFiles(name, version, signer)
  const path = `/organizations/${namespace}/registry-providers/private/${address}/versions`
  const facts = { version, 'key-id': keyId, protocols: ['5.0'] }
  const { links } = await rest.create(path, 'registry-provider-versions', facts)
  const platform = { ...cliPlatform, shasum, filename }
  const made = await rest.create(`${path}/${version}/platforms`, 'registry-provider-platforms', platform)
  await rest.upload(links['shasums-upload'], shasums)
  await rest.upload(links['shasums-sig-upload'], signature)
  if (other !== null) await rest.upload(made.links['provider-binary-upload'], other ?? zip)
}

/** A configuration that needs one provider of a registry. */
export const requiring = (source: string, version: string): string => `terraform {
  required_providers {
    it = {
      source  = "${source}"
      version = "${version}"
    }
  }
}
`

/** Files of a version on one platform. */
export interface SignedFiles {
  readonly zip: Buffer
  readonly shasum: string
  readonly filename: string
  readonly shasums: Buffer
  readonly signature: Buffer
}

export async function signedFiles(name: string, version: string, signer: SigningKey): Promise<SignedFiles> {
  const zip = providerZip(name, version)
  const shasum = sha256(zip)
  const filename = `terraform-provider-${name}_${version}_${cliPlatform.os}_${cliPlatform.arch}.zip`
  const shasums = Buffer.from(`${shasum}  ${filename}\n`)
  return { zip, shasum, filename, shasums, signature: await signatureOf(shasums, signer) }
}
