import { h1Of, providerZip, sha256 } from './provider-zip.js'
import { signatureOf, type SigningKey } from './signing.js'

interface Platform {
  readonly os: string
  readonly arch: string
}

/** The signer of SHA256SUMS, and the one that the document names. */
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
  /** The document's value; null leaves the member out. */
  readonly publishedAt?: string | null
  readonly protocols?: readonly string[]
  readonly platforms?: readonly Platform[]
  /** True if its documents have the hashes of every platform. */
  readonly packages?: boolean
  /** Signature of this release, if it differs from the provider's. */
  readonly signing?: Signing
}

interface Package extends Platform {
  readonly filename: string
  /** The zip that is served. */
  readonly zip: Buffer
  /** Checksum and size of the zip that was signed. */
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

export interface Document {
  /** An object is sent as JSON; anything else as it is, without a type. */
  readonly body?: object | string | Buffer
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface ProviderFacts {
  /** Signs every version that says nothing else; null: nothing is signed. */
  readonly key: SigningKey | null
  readonly versions?: readonly ReleaseFacts[]
  readonly warnings?: readonly string[]
}

/** The documents that an origin has of a provider. */
export type Kind = 'detail' | 'versions' | 'version' | 'download'

/** Makes another document of one; text is sent as it is, as if it were JSON. */
export type Change = (document: Readonly<Record<string, unknown>>) => object | string

/** One provider of an origin. Whatever is changed here holds from the next request on. */
export class ProviderTwin {
  /** The path of its documents at the origin. */
  readonly path: string
  warnings: readonly string[]
  private readonly key: SigningKey | null
  private readonly releases = new Map<string, Release>()
  private readonly changes = new Map<Kind, Change>()

  constructor(
    private readonly originUrl: () => string,
    readonly namespace: string,
    readonly name: string,
    { key, warnings = [] }: ProviderFacts,
  ) {
    this.path = `/v1/providers/${namespace}/${name}`
    this.key = key
    this.warnings = warnings
  }

  /** A version, with all that belongs to it. One that is there already gets what else is said of it, and keeps the zips that it had. */
  async release(facts: ReleaseFacts): Promise<void> {
    const { version } = facts
    const { edition = 0, ...before } = this.releases.get(version) ?? {}
    const whole = { signing: { by: this.key }, ...before, ...facts }
    this.releases.set(version, await makeRelease(this.name, whole, edition))
  }

  /** The same version with other zips, and all that follows from them. */
  async republish(version: string, signing?: Signing): Promise<void> {
    const release = this.get(version)
    const facts = { ...release, ...(signing && { signing }) }
    this.releases.set(version, await makeRelease(this.name, facts, release.edition + 1))
  }

  /** A version is gone, with its files. */
  withdraw(version: string): void {
    this.releases.delete(version)
  }

  /** The release of a version, with the files that are served. */
  get(version: string): Release {
    const release = this.releases.get(version)
    if (!release) throw new Error(`${this.path} has no ${version}`)
    return release
  }

  date(version: string, publishedAt: string | null): void {
    this.releases.set(version, { ...this.get(version), publishedAt })
  }

  /** Signs what SHA256SUMS holds now. */
  async sign(version: string, signing: Signing): Promise<void> {
    const release = this.get(version)
    const signature = await signed(release.shasums, signing)
    this.releases.set(version, { ...release, signing, signature })
  }

  /** Other bytes in place of SHA256SUMS; the signature stays until `sign`. */
  replaceShasums(version: string, shasums: string): void {
    this.releases.set(version, { ...this.get(version), shasums: Buffer.from(shasums) })
  }

  /** Other bytes in place of the zip of a platform, such as `linux/amd64`, or of all; what was signed stays. */
  replaceZip(version: string, platform?: string, zip = Buffer.from('another zip')): void {
    const release = this.get(version)
    const files = release.files.map((file) =>
      platform === undefined || platform === `${file.os}/${file.arch}` ? { ...file, zip } : file,
    )
    this.releases.set(version, { ...release, files })
  }

  /** Changes each document of this kind in this way from now on. */
  lie(kind: Kind, change: Change): void {
    this.changes.set(kind, change)
  }

  tellTruth(): void {
    this.changes.clear()
  }

  /** The path of a file of a version. */
  filePath(version: string, filename: string): string {
    return `/files/${this.namespace}/${this.name}/${version}/${filename}`
  }

  /** The document at what follows `path`. */
  documentAt(rest: string): Document | undefined {
    const [, version = '', download, os, arch, ...more] = rest.split('/')
    if (more.length > 0) return undefined
    const newest = [...this.releases.values()].at(-1)
    if (rest === '') return newest && this.told('detail', this.described(newest))
    if (rest === '/versions') return this.told('versions', this.listed())
    const release = this.releases.get(version)
    if (!release) return undefined
    if (download === undefined) return this.told('version', this.described(release))
    const file = release.files.find((one) => one.os === os && one.arch === arch)
    if (download !== 'download' || !file) return undefined
    return this.told('download', this.downloadOf(release, file))
  }

  fileAt(version: string, filename: string): Document | undefined {
    const release = this.releases.get(version)
    if (!release) return undefined
    const { shasums, signature, files } = release
    const bytes =
      filename === shasumsOf(this.name, version)
        ? shasums
        : filename === `${shasumsOf(this.name, version)}.sig`
          ? signature
          : files.find((file) => file.filename === filename)?.zip
    return bytes && { body: bytes }
  }

  private told(kind: Kind, document: Record<string, unknown>): Document {
    const body = this.changes.get(kind)?.(document) ?? document
    return { body: typeof body === 'string' ? body : JSON.stringify(body) }
  }

  private listed(): Record<string, unknown> {
    const versions = [...this.releases.values()].map(({ version, protocols, platforms }) => {
      return { version, protocols, platforms }
    })
    return {
      id: `${this.namespace}/${this.name}`,
      versions,
      warnings: this.warnings.length > 0 ? this.warnings : null,
    }
  }

  private described({ version, publishedAt }: Release): Record<string, unknown> {
    const { namespace, name } = this
    return {
      ...{ id: `${namespace}/${name}/${version}`, owner: namespace, namespace, name, alias: name },
      ...{
        version,
        tag: `v${version}`,
        description: name,
        source: `https://source.example/${namespace}/${name}`,
      },
      ...(publishedAt !== null && { published_at: publishedAt }),
      ...{ downloads: 1, tier: 'community', versions: [...this.releases.keys()] },
    }
  }

  private downloadOf(release: Release, file: Release['files'][number]): Record<string, unknown> {
    const { version, protocols, signing, files } = release
    const { os, arch, filename, shasum } = file
    const link = (name: string): string => `${this.originUrl()}${this.filePath(version, name)}`
    const { by, named = by ? [by] : [] } = signing
    return {
      ...{ protocols, os, arch, filename, shasum, download_url: link(filename) },
      shasums_url: link(shasumsOf(this.name, version)),
      shasums_signature_url: link(`${shasumsOf(this.name, version)}.sig`),
      signing_keys: { gpg_public_keys: named.map(keyDocument) },
      ...(release.packages && { packages: Object.fromEntries(files.map(packageEntry)) }),
    }
  }
}

const shasumsOf = (name: string, version: string): string =>
  `terraform-provider-${name}_${version}_SHA256SUMS`

/** Makes the key document of the public registry. */
const keyDocument = ({ keyId, armor }: SigningKey): object => ({
  ...{ key_id: keyId, ascii_armor: armor, trust_signature: '' },
  ...{ source: '', source_url: null },
})

const packageEntry = ({ os, arch, shasum, h1, size }: Release['files'][number]): [string, object] => [
  `${os}_${arch}`,
  { hashes: [`zh:${shasum}`, h1], package_size: size },
]

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
async function makeRelease(
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

async function signed(shasums: Buffer, { by, fault }: Signing): Promise<Buffer | undefined> {
  if (by === null) return undefined
  const bytes = fault === 'broken' ? Buffer.from('other bytes\n') : shasums
  return signatureOf(bytes, by, fault === 'sha1' ? 'sha1' : undefined)
}
