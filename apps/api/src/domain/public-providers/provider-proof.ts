import { createHash } from 'node:crypto'
import { plainArmor } from '@engine/provider-source/armor'
import { readChecksums } from '@engine/provider-source/checksums'
import type { ReadSigningKey, VerifySignature } from '@engine/provider-source/signatures'
import { PublicRegistryError, type Requester } from '../../kernel/public-registry.js'
import { UnusableFile } from '../origin-files/origin-downloads.js'
import type { DownloadDocument, ProviderOrigins } from './provider-origins.js'
import type { NamedFile, VersionDigests } from './file-difference.js'
import type { PublicProviderAddress, PublicProviderPlatform, SigningKeysOfOrigin } from './public-provider.js'

/** Maximum number of keys of one document that are tried. */
const mostKeys = 10

/** The facts of a version at its origin. */
export interface ProviderProof {
  /** The reason why the signature proves nothing, in a sentence; null where it is valid. */
  readonly unverified: string | null
  readonly keyId: string | null
  readonly signingKeys: SigningKeysOfOrigin | null
  /** The digest of SHA256SUMS; null where there is no such file. */
  readonly shasumsDigest: string | null
  /** SHA256SUMS and its signature, where it is valid. */
  readonly shasums: Buffer | null
  readonly shasumsSignature: Buffer | null
  readonly platforms: readonly PublicProviderPlatform[]
  /** The hashes of all platforms that the origin gives, where they agree with SHA256SUMS. */
  readonly packages: object | null
}

/** The provider of a proof, and the requester for whom its origin is asked. */
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

const nothing = {
  ...{ keyId: null, signingKeys: null, shasumsDigest: null, shasums: null, shasumsSignature: null },
  ...{ platforms: [], packages: null },
}

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
    ...{ ...seen, keyId: key.keyId, platforms, unverified: null },
    ...{ shasums, shasumsSignature: key.signature },
    signingKeys: document.signing_keys ?? null,
    packages: packagesIn(document, platforms),
  }
}

/** Fetches a download document and SHA256SUMS again; undefined where the origin no longer has them. */
export async function digestsOf(
  { origins }: ProofTools,
  subject: ProofSubject,
  version: VersionOfOrigin,
): Promise<{ readonly digests: VersionDigests; readonly named: NamedFile } | undefined> {
  const document = await documentOf(origins, subject, version)
  const { shasums_url: url } = document ?? {}
  const shasums = url ? await origins.file(subject.provider, url, subject.requester) : undefined
  if (!document || !shasums) return undefined
  const text = shasums.toString('utf8')
  if (!isShasumsLine.test(text))
    throw new PublicRegistryError('failed', 'The origin answered with no SHA256SUMS that can be read')
  return {
    digests: { shasums: sha256(shasums), files: readChecksums(text) },
    named: { filename: document.filename, shasum: document.shasum.toLowerCase() },
  }
}

/** A line of SHA256SUMS; pages of errors or of maintenance have none. */
const isShasumsLine = /^[0-9a-f]{64}\s+\S/im

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Fetches the document of one platform: its proof is that of all of them. */
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

/** Finds the key that signed, of those that the origin names. */
async function signerOf(
  { origins, verifySignature, readSigningKey }: ProofTools,
  { provider, requester }: ProofSubject,
  { shasums_signature_url: url, signing_keys: named }: DownloadDocument,
  shasums: Buffer,
): Promise<{ readonly keyId: string; readonly signature: Buffer } | { readonly unverified: string }> {
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
    if (!('unusable' in key)) return { keyId: key.keyId, signature }
  }
  return {
    unverified:
      wrong === undefined ? 'Its signature is by no key that the origin names' : `Its signature ${wrong}`,
  }
}

/** Finds the files of SHA256SUMS for the listed platforms; their names differ in the platform alone. */
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

/** Returns the hashes that the origin gives, where each `zh:` is that of SHA256SUMS. */
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
