import { createHash } from 'node:crypto'
import { PublicRegistryError, type Requester } from '../../kernel/public-registry.js'
import { plainArmor, type ReadSigningKey, type VerifySignature } from '../registry-providers/gpg-key.js'
import { readChecksums } from '../registry-providers/provider-checksums.js'
import { UnusableFile, type DownloadDocument, type ProviderOrigins } from './provider-origins.js'
import type { PublicProviderAddress, PublicProviderPlatform, SigningKeysOfOrigin } from './public-provider.js'

/** So many keys of one document are tried. */
const mostKeys = 10

/** What was seen of a version at its origin. */
export interface ProviderProof {
  /** Why the signature proves nothing, in a sentence; null where it does. */
  readonly unverified: string | null
  readonly keyId: string | null
  readonly signingKeys: SigningKeysOfOrigin | null
  /** Of SHA256SUMS; null where there is none. */
  readonly shasumsDigest: string | null
  readonly platforms: readonly PublicProviderPlatform[]
  /** What the origin says of the hashes of all platforms, where it agrees with SHA256SUMS. */
  readonly packages: object | null
}

/** The provider of a proof, and on whose behalf its origin is asked. */
export interface ProofSubject {
  readonly provider: PublicProviderAddress
  readonly requester: Requester
}

export interface ProofTools {
  readonly origins: ProviderOrigins
  readonly verifySignature: VerifySignature
  readonly readSigningKey: ReadSigningKey
}

const isFilename = /^[0-9A-Za-z_][0-9A-Za-z_.+-]*$/
const isChecksum = /^[0-9a-f]{64}$/

const nothing = { keyId: null, signingKeys: null, shasumsDigest: null, platforms: [], packages: null }

const without = (unverified: string): ProviderProof => ({ ...nothing, unverified })

interface VersionOfOrigin {
  readonly version: string
  readonly listedPlatforms: readonly string[]
}

/** Fetches one download document, SHA256SUMS and its signature, and checks them (contract §14). */
export async function proofOf(
  tools: ProofTools,
  subject: ProofSubject,
  version: VersionOfOrigin,
): Promise<ProviderProof> {
  try {
    return await proved(tools, subject, version)
  } catch (error) {
    if (error instanceof UnusableFile) return without(error.message)
    throw error
  }
}

async function proved(
  tools: ProofTools,
  subject: ProofSubject,
  version: VersionOfOrigin,
): Promise<ProviderProof> {
  const document = await documentOf(tools.origins, subject, version)
  if (!document) return without('The origin has no file of it')
  if (!isFilename.test(document.filename)) return without('Its zip has no name of a file')
  if (!document.shasums_url) return without('The origin names no SHA256SUMS')
  const { provider, requester } = subject
  const shasums = await tools.origins.file(provider, document.shasums_url, requester)
  if (!shasums) return without('The origin has no SHA256SUMS')
  const seen = { ...nothing, shasumsDigest: sha256(shasums) }
  const checksums = readChecksums(shasums.toString('utf8'))
  if (checksums.get(document.filename) !== document.shasum.toLowerCase())
    return { ...seen, unverified: 'SHA256SUMS has another checksum than the download document' }
  const key = await signerOf(tools, subject, document, shasums)
  if ('unverified' in key) return { ...seen, unverified: key.unverified }
  const platforms = platformsIn(checksums, document.filename, version)
  if (platforms.some(({ shasum }) => !isChecksum.test(shasum)))
    return { ...seen, unverified: 'SHA256SUMS has a checksum that is none' }
  return {
    ...{ ...seen, ...key, platforms, unverified: null },
    signingKeys: document.signing_keys ?? null,
    packages: packagesIn(document, platforms),
  }
}

/** Fetches SHA256SUMS again; undefined where the origin has none any more. */
export async function shasumsDigestOf(
  { origins }: ProofTools,
  subject: ProofSubject,
  version: VersionOfOrigin,
): Promise<string | undefined> {
  const document = await documentOf(origins, subject, version)
  const { shasums_url: url } = document ?? {}
  const shasums = url ? await origins.file(subject.provider, url, subject.requester) : undefined
  if (shasums && !isShasumsLine.test(shasums.toString('utf8')))
    throw new PublicRegistryError('failed', 'The origin answered with no SHA256SUMS that can be read')
  return shasums && sha256(shasums)
}

/** A page of an error or of maintenance has no such line: it says nothing of the files. */
const isShasumsLine = /^[0-9a-f]{64}\s+\S/im

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Of one platform: what proves it proves all of them. */
async function documentOf(
  origins: ProviderOrigins,
  { provider, requester }: ProofSubject,
  { version, listedPlatforms }: VersionOfOrigin,
): Promise<DownloadDocument | undefined> {
  const platform = listedPlatforms.find((each) => each === 'linux/amd64') ?? listedPlatforms[0]
  return platform === undefined
    ? undefined
    : origins.download(provider, version, platform, { again: true, requester })
}

/** The key that signed, of those that the origin names. */
async function signerOf(
  { origins, verifySignature, readSigningKey }: ProofTools,
  { provider, requester }: ProofSubject,
  { shasums_signature_url: url, signing_keys: named }: DownloadDocument,
  shasums: Buffer,
): Promise<{ readonly keyId: string } | { readonly unverified: string }> {
  const keys = named?.gpg_public_keys ?? []
  const signature = url ? await origins.file(provider, url, requester) : undefined
  if (!signature) return { unverified: 'The origin signs nothing' }
  if (keys.length === 0) return { unverified: 'The origin names no signing key' }
  let wrong: string | undefined
  for (const { ascii_armor } of keys.slice(0, mostKeys)) {
    const refused = await verifySignature(ascii_armor, shasums, signature)
    if (typeof refused === 'object') wrong = refused.why
    if (refused !== undefined) continue
    const key = await readSigningKey(plainArmor(ascii_armor))
    if (!('unusable' in key)) return { keyId: key.keyId }
  }
  return {
    unverified:
      wrong === undefined
        ? 'Its signature is by none of the keys that the origin names'
        : `Its signature ${wrong}`,
  }
}

/** The files of SHA256SUMS that belong to listed platforms; their names differ in the platform alone. */
function platformsIn(
  checksums: ReadonlyMap<string, string>,
  filename: string,
  { listedPlatforms }: { readonly listedPlatforms: readonly string[] },
): PublicProviderPlatform[] {
  return listedPlatforms.flatMap((platform) => {
    const [os = '', arch = ''] = platform.split('/')
    const own = filename.endsWith(`_${os}_${arch}.zip`) ? filename : undefined
    const isOurs = (each: string) => isFilename.test(each) && each.endsWith(`_${os}_${arch}.zip`)
    const name = own ?? [...checksums.keys()].find(isOurs)
    const shasum = name === undefined ? undefined : checksums.get(name)
    return name === undefined || shasum === undefined ? [] : [{ os, arch, filename: name, shasum }]
  })
}

/** The origin's own, where each `zh:` is that of SHA256SUMS. */
function packagesIn(
  { packages }: DownloadDocument,
  platforms: readonly PublicProviderPlatform[],
): object | null {
  if (!packages) return null
  const agrees = platforms.every(({ os, arch, shasum }) =>
    packages[`${os}_${arch}`]?.hashes.includes(`zh:${shasum}`),
  )
  const strange = Object.entries(packages).some(([platform, { hashes }]) => {
    const known = platforms.find(({ os, arch }) => `${os}_${arch}` === platform)
    return hashes.some((hash) => hash.startsWith('zh:') && hash !== `zh:${known?.shasum}`)
  })
  return agrees && !strange ? packages : null
}
