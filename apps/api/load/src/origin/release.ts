import { h1Of, providerZip, sha256 } from './provider-zip.js'
import { signatureOf, type SigningKey } from './signing.js'

export interface Platform {
  readonly os: string
  readonly arch: string
}

/** Who signs SHA256SUMS, and who is said to. */
export interface Signing {
  /** Null: no signature is there. */
  readonly by: SigningKey | null
  /** The keys that the documents name, unless it is the one that signs. */
  readonly named?: readonly SigningKey[]
  /** `broken`: of other bytes. `sha1` takes an RSA key. */
  readonly fault?: 'broken' | 'sha1'
}

export interface ReleaseFacts {
  readonly version: string
  /** As it stands in the document; null: nothing is said. */
  readonly publishedAt?: string | null
  readonly protocols?: readonly string[]
  readonly platforms?: readonly Platform[]
  /** Whether its documents have the hashes of every platform. */
  readonly packages?: boolean
  /** How it is signed, unless as the provider. */
  readonly signing?: Signing
}

export interface Package extends Platform {
  readonly filename: string
  /** As it is served. */
  readonly zip: Buffer
  /** As it was signed, and how many bytes that had. */
  readonly shasum: string
  readonly size: number
  readonly h1: string
}

export interface Release extends Required<ReleaseFacts> {
  /** Counts how often its files were replaced. */
  readonly edition: number
  readonly packages: boolean
  readonly files: readonly Package[]
  readonly shasums: Buffer
  readonly signature: Buffer | undefined
}

const usual = {
  publishedAt: '2026-01-01T00:00:00Z',
  protocols: ['5.0'],
  platforms: [
    { os: 'linux', arch: 'amd64' },
    { os: 'darwin', arch: 'arm64' },
  ],
  packages: false,
}

/** The same facts and edition make the same zips. */
export async function makeRelease(
  name: string,
  facts: ReleaseFacts & { readonly signing: Signing },
  edition: number,
): Promise<Release> {
  const whole = { ...usual, ...facts }
  const { version, platforms, signing } = whole
  const files = platforms.map(({ os, arch }): Package => {
    const words = [`for ${os} ${arch}`, ...(edition > 0 ? [`edition ${edition}`] : [])].join(', ')
    const zip = providerZip(name, version, words)
    const filename = `terraform-provider-${name}_${version}_${os}_${arch}.zip`
    const [shasum, h1] = [sha256(zip), h1Of(name, version, words)]
    return { os, arch, filename, zip, shasum, size: zip.length, h1 }
  })
  const shasums = Buffer.from(files.map(({ shasum, filename }) => `${shasum}  ${filename}\n`).join(''))
  return { ...whole, edition, files, shasums, signature: await signed(shasums, signing) }
}

export async function signed(shasums: Buffer, { by, fault }: Signing): Promise<Buffer | undefined> {
  if (by === null) return undefined
  const bytes = fault === 'broken' ? Buffer.from('other bytes\n') : shasums
  return signatureOf(bytes, by, fault === 'sha1' ? 'sha1' : undefined)
}
