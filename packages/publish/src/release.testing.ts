import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOpenpgp } from '@engine/provider-source/openpgp'
import { strToU8, zipSync } from 'fflate'
import { onTestFinished } from 'vitest'

export type Files = Readonly<Record<string, Buffer>>

/** A key that signs releases. */
export interface Signer {
  readonly armor: string
  readonly secret: string
  readonly keyId: string
}

export async function newSigner(): Promise<Signer> {
  const { generateKey, readKey } = await loadOpenpgp()
  const pair = await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })
  const key = await readKey({ armoredKey: pair.publicKey })
  return { armor: pair.publicKey, secret: pair.privateKey, keyId: key.getKeyID().toHex().toUpperCase() }
}

export async function signed(bytes: Buffer, { secret }: Signer): Promise<Buffer> {
  const { createMessage, readPrivateKey, sign } = await loadOpenpgp()
  const signature = await sign({
    message: await createMessage({ binary: bytes }),
    signingKeys: await readPrivateKey({ armoredKey: secret }),
    detached: true,
    format: 'binary',
  })
  return Buffer.from(signature as Uint8Array)
}

/** A signature with a digest that no CLI reads. */
export async function signedBySha3(bytes: Buffer): Promise<Buffer> {
  const { createMessage, enums, generateKey, sign } = await loadOpenpgp()
  const { privateKey } = await generateKey({
    ...{ type: 'ecc' as const, curve: 'nistP256' as const },
    ...{ userIDs: [{ name: 'Release' }], format: 'object' as const },
  })
  const signature = await sign({
    message: await createMessage({ binary: bytes }),
    ...{ signingKeys: privateKey, detached: true, format: 'binary' },
    config: { preferredHashAlgorithm: enums.hash.sha3_256 },
  })
  return Buffer.from(signature as Uint8Array)
}

/** A zip with one file. */
export const zipOf = (name: string, contents = 'x'): Buffer =>
  Buffer.from(zipSync({ [name]: strToU8(contents) }, { level: 0, mtime: '2026-01-01T12:00' }))

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const sumsOf = (files: Files): string =>
  Object.entries(files)
    .map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`)
    .join('')

export const platforms = [
  'darwin_amd64',
  'darwin_arm64',
  'freebsd_amd64',
  'linux_amd64',
  'linux_arm64',
  'windows_amd64',
]

/** Names as the vendor's template has them: in tests the brand word is said. */
export const stem = (version = '1.0.0'): string => `terraform-provider-thing_${version}`

/** Zips, manifest, checksums and signature of a version of `thing`, as a release tool leaves them. */
export async function releaseFiles(signer: Signer, version = '1.0.0'): Promise<Files> {
  const own = stem(version)
  const zips = platforms.map((platform) => [
    `${own}_${platform}.zip`,
    zipOf(`terraform-provider-thing_v${version}`, `${platform} ${version}`),
  ])
  const manifest = Buffer.from('{"version":1,"metadata":{"protocol_versions":["6.0"]}}')
  return withSums({ ...Object.fromEntries(zips), [`${own}_manifest.json`]: manifest }, signer, own)
}

/** Adds checksums of all files, signed. */
export async function withSums(files: Files, signer: Signer, own = stem()): Promise<Files> {
  return withSumsText(files, sumsOf(files), signer, own)
}

export async function withSumsText(files: Files, text: string, signer: Signer, own = stem()): Promise<Files> {
  const sums = Buffer.from(text)
  return { ...files, [`${own}_SHA256SUMS`]: sums, [`${own}_SHA256SUMS.sig`]: await signed(sums, signer) }
}

/** A folder with these files, for one test. */
export async function releaseFolder(files: Files): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'release-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  return folder
}
