import { checksumsFault, readChecksums, whyUnlisted } from '@engine/provider-source/checksums'
import { checksumOf } from '../[version]/zip-facts'

export type ReleaseFile = {
  file: File
  kind: 'shasums' | 'signature' | 'zip' | 'manifest' | 'other'
  /** Platform and checksum of a zip, from its name and the checksums file. */
  platform?: { os: string; arch: string; shasum: string }
  /** Reason why the file cannot be uploaded like this; null if it fits. */
  problem: string | null
}

/** The files of a release as they were given, and what they say of it. */
export type Release = {
  files: readonly ReleaseFile[]
  version: string | undefined
  protocols: readonly string[] | undefined
  /** The long id of the key that signed it. */
  signerId: string | undefined
  /** Problems of the release as a whole. */
  problems: readonly string[]
}

/** Maximum size of the small files, in bytes. */
const mostRead = 1024 ** 2

const kindOf = (name: string): ReleaseFile['kind'] => {
  if (name.endsWith('SHA256SUMS')) return 'shasums'
  if (name.endsWith('SHA256SUMS.sig')) return 'signature'
  if (name.endsWith('.zip')) return 'zip'
  return name.endsWith('manifest.json') ? 'manifest' : 'other'
}

/** `engine-provider-ipam_1.2.0_linux_amd64.zip` */
function zipFacts(name: string) {
  const [, provider, version, os, arch] =
    /^(?:[a-z]+-provider-)?(.+)_(\d[^_]*)_([a-z0-9]+)_([a-z0-9]+)\.zip$/.exec(name) ?? []
  return provider !== undefined && version !== undefined && os !== undefined && arch !== undefined
    ? { provider, version, os, arch }
    : undefined
}

/** Reads a release: names, checksums, manifest and signature. Nothing is sent. */
export async function readRelease(given: readonly File[], provider: string): Promise<Release> {
  const files = given.filter(({ name }) => !name.startsWith('.'))
  const ofKind = (kind: ReleaseFile['kind']) => files.filter(({ name }) => kindOf(name) === kind)
  const [shasums] = ofKind('shasums')
  const [signature] = ofKind('signature')
  const zips = ofKind('zip')
  const versions = new Set(zips.flatMap(({ name }) => zipFacts(name)?.version ?? []))
  // A decoder would pass over a byte order mark, which the CLI does not.
  const text = shasums ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(shasums)) : ''
  const checksums = readChecksums(text)
  const fault = shasums && checksumsFault(text)
  const read: ReleaseFile[] = []
  for (const file of files) read.push(await readFile(file, provider, checksums))
  return {
    files: read.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)),
    version: versions.size === 1 ? [...versions][0] : undefined,
    protocols: await protocolsIn(ofKind('manifest')[0]),
    signerId: signature && signerOf(await bytesOf(signature)),
    problems: [
      ...(shasums ? [] : ['SHA256SUMS is missing']),
      ...(fault === undefined ? [] : [fault]),
      ...(signature ? [] : ['SHA256SUMS.sig is missing']),
      ...(zips.length > 0 ? [] : ['A zip of a platform is missing']),
      ...(versions.size > 1 ? [`The zips are of several versions: ${[...versions].join(', ')}`] : []),
      ...(ofKind('shasums').length > 1 ? ['SHA256SUMS is there more than once'] : []),
    ],
  }
}

const order: readonly ReleaseFile['kind'][] = ['shasums', 'signature', 'zip', 'manifest', 'other']

async function readFile(
  file: File,
  provider: string,
  checksums: ReadonlyMap<string, string>,
): Promise<ReleaseFile> {
  const kind = kindOf(file.name)
  if (kind === 'signature') {
    const isText = String.fromCharCode(...(await bytesOf(file)).subarray(0, 5)) === '-----'
    return { file, kind, problem: isText ? 'It has to be binary, without --armor' : null }
  }
  if (kind !== 'zip') return { file, kind, problem: null }
  const facts = zipFacts(file.name)
  if (!facts) return { file, kind, problem: 'Its name is not <name>_<version>_<os>_<arch>.zip' }
  if (facts.provider !== provider)
    return { file, kind, problem: `It is of another provider, ${facts.provider}` }
  const shasum = checksums.get(file.name)
  if (shasum === undefined)
    return { file, kind, problem: `SHA256SUMS has no checksum for it: ${whyUnlisted(checksums, file.name)}` }
  const { os, arch } = facts
  const own = await checksumOf(file)
  const problem = own === undefined || own === shasum ? null : 'Its checksum is not the one in SHA256SUMS'
  return { file, kind, platform: { os, arch, shasum }, problem }
}

const bytesOf = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, mostRead).arrayBuffer())

async function protocolsIn(manifest: File | undefined): Promise<readonly string[] | undefined> {
  try {
    const { metadata } = JSON.parse((await manifest?.slice(0, mostRead).text()) ?? '{}') as {
      metadata?: { protocol_versions?: unknown }
    }
    const named = metadata?.protocol_versions
    return Array.isArray(named) && named.every((each) => typeof each === 'string') ? named : undefined
  } catch {
    return undefined
  }
}

export const isUploaded = ({ kind }: ReleaseFile): boolean => ['shasums', 'signature', 'zip'].includes(kind)

/** Reasons against uploading a release, apart from problems of its files; the API compares keys that are not listed. */
export function problemsOf(
  { problems, signerId, version: own }: Release,
  keys: readonly { keyId: string; signerIds: readonly string[] }[] | undefined,
  version?: string,
): readonly string[] {
  const isUnknown =
    signerId !== undefined &&
    keys !== undefined &&
    !keys.some(({ signerIds }) => signerIds.includes(signerId))
  return [
    ...problems,
    ...(isUnknown ? [`It is signed with the key ${signerId}, which is not among the signing keys`] : []),
    ...(version !== undefined && own !== undefined && own !== version ? [`It is of version ${own}`] : []),
  ]
}

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

/** The release of a version that has just been created, for the page of that version, which uploads it. */
let waiting: { versionId: string; release: Release } | undefined

export function handOver(versionId: string, release: Release): void {
  waiting = { versionId, release }
}

/** Returns the release once: a page that is opened again later asks for the files again. */
export function takeOver(versionId: string): Release | undefined {
  const release = waiting?.versionId === versionId ? waiting.release : undefined
  if (release) waiting = undefined
  return release
}
