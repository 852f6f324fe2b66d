import { setTimeout } from 'node:timers/promises'
import type { ProviderTarget } from './arguments.js'
import { Fault } from './fault.js'
import { refusal, type Resource } from './platform.js'
import type { Progress } from './progress.js'
import type { FileToSend, ReleaseDelivery } from './release-delivery.js'
import type { Release, ReleaseZip } from './provider-release.js'
import { signerOf, type RegisteredKey } from './provider-signer.js'
import type { RemoteProvider } from './remote-provider.js'

/** Interval and time limit of asking whether the version is published, in milliseconds. */
const pause = 1000
const timeout = 600_000

/** Outcome: the version, which is published. */
export interface PublishedRelease {
  readonly version: Resource
  /** False if it was published before. */
  readonly isNew: boolean
}

/**
 * Publishes a release, or the rest of one that was begun before. All platforms are there before the first file is sent,
 * so that half a release is never published. Throws a `Fault`.
 */
export class ProviderPublication {
  constructor(
    private readonly target: ProviderTarget,
    private readonly provider: RemoteProvider,
    private readonly release: Release,
    private readonly delivery: ReleaseDelivery,
    private readonly progress: Progress,
  ) {}

  /** Checks that a registered key signed the release. Nothing is sent. */
  async signer(): Promise<RegisteredKey> {
    return signerOf(this.release, await this.provider.keys(), this.target.namespace)
  }

  async run(): Promise<PublishedRelease> {
    const version = await this.version(await this.signer())
    if (isPublished(version)) return { version, isNew: false }
    const files = [...(await this.smallFiles(version)), ...(await this.zips())]
    const count = this.release.zips.length + 2 - files.length
    if (count > 0) this.progress.line(`${count} ${count === 1 ? 'file is' : 'files are'} there already`)
    await this.delivery.run(files)
    return { version: await this.published(), isNew: true }
  }

  /** The version that was begun before, or else a new one. */
  private async version(signer: RegisteredKey): Promise<Resource> {
    const { version } = this.release
    const begun = await this.provider.version(version)
    if (begun) return this.requireSame(begun, signer)
    const first = await this.createVersion(signer)
    if (first.data) return first.data
    if (first.status === 404) await this.createProvider()
    else if (first.status === 422) return this.taken(signer)
    else throw refusal(first)
    const second = await this.createVersion(signer)
    if (second.data) return second.data
    throw refusal(second)
  }

  private createVersion({ keyId }: RegisteredKey) {
    const { version, protocols } = this.release
    return this.provider.createVersion(version, keyId, protocols)
  }

  private async createProvider(): Promise<void> {
    const { address } = this.provider
    const unknown = `there is no provider ${address}, or this token may not publish it`
    if (!this.target.mayCreate) throw new Fault('refused', unknown)
    const answer = await this.provider.create()
    const nor = `nor may it create providers in ${this.target.namespace}, if there is such an organization`
    if (answer.status === 404) throw new Fault('refused', `${unknown}; ${nor}`)
    if (!answer.data) throw refusal(answer)
    this.progress.line(`Created the provider ${address}`)
  }

  /** The number is taken: another run has just begun the version, or it was published once and deleted. */
  private async taken(signer: RegisteredKey): Promise<Resource> {
    const begun = await this.provider.version(this.release.version)
    if (begun) return this.requireSame(begun, signer)
    throw new Fault(
      'refused',
      `${this.name}: it was published once and deleted since, and its number is not given again. Publish the next version instead`,
    )
  }

  /** `acme/thing 1.0.0` */
  get name(): string {
    return `${this.provider.address} ${this.release.version}`
  }

  /** A version that is published has its files, and another build of it changes nothing. */
  private requireSame(begun: Resource, { keyId }: RegisteredKey): Resource {
    const { attributes } = begun
    if (isPublished(begun)) return begun
    const named = String(attributes['key-id']).toUpperCase()
    if (![keyId, ...this.release.signerIds].some((id) => named.endsWith(id)))
      throw this.begunWith('another key')
    if (String(attributes['protocols']) !== String(this.release.protocols))
      throw this.begunWith('other protocols')
    return begun
  }

  /** Fault of a version that was begun with other facts: they never change, and a token that only publishes deletes nothing. */
  private begunWith(what: string): Fault {
    return new Fault(
      'refused',
      `${this.name} was begun with ${what}, and never published. Those who manage the provider can delete that version; or publish the next one`,
    )
  }

  private async smallFiles({ links }: Resource): Promise<readonly FileToSend[]> {
    const { shasums, signature } = this.release
    const files: FileToSend[] = []
    for (const [name, file] of [['shasums', shasums] as const, ['shasums-sig', signature] as const]) {
      const download = links[`${name}-download`]
      const there = download === undefined ? undefined : await this.provider.contentsAt(download)
      if (there && !there.equals(file.contents)) throw this.begunWith(`another ${file.name}`)
      if (download === undefined) files.push({ file, link: linkIn(links, `${name}-upload`) })
    }
    return files
  }

  /** The zips that are to be sent, all of whose platforms there are now. */
  private async zips(): Promise<readonly FileToSend[]> {
    const { version, zips } = this.release
    const begun = await this.provider.platforms(version)
    const isOf = ({ attributes: { os, arch } }: Resource, zip: ReleaseZip) =>
      os === zip.os && arch === zip.arch
    const other = begun.find((each) => !zips.some((zip) => isOf(each, zip)))
    if (other) throw this.begunWith(`the platform ${other.attributes['os']}/${other.attributes['arch']}`)
    const files: FileToSend[] = []
    for (const zip of zips) {
      const platform = begun.find((each) => isOf(each, zip)) ?? (await this.createPlatform(zip))
      const { filename, shasum, 'provider-binary-uploaded': isThere } = platform.attributes
      if (filename !== zip.name || String(shasum).toLowerCase() !== zip.sha256)
        throw this.begunWith(`another zip for ${zip.os}/${zip.arch}`)
      if (isThere !== true) files.push({ file: zip, link: linkIn(platform.links, 'provider-binary-upload') })
    }
    return files
  }

  private async createPlatform({ os, arch, sha256, name }: ReleaseZip): Promise<Resource> {
    const { version } = this.release
    const answer = await this.provider.createPlatform(version, { os, arch, shasum: sha256, filename: name })
    if (answer.data) return answer.data
    // Another run has just made it.
    const made = (await this.provider.platforms(version)).find(
      ({ attributes }) => attributes['os'] === os && attributes['arch'] === arch,
    )
    if (answer.status === 422 && made) return made
    throw refusal(answer)
  }

  private async published(): Promise<Resource> {
    const { version } = this.release
    for (const start = Date.now(); Date.now() - start < timeout; await setTimeout(pause)) {
      const found = await this.provider.version(version)
      if (!found) throw new Fault('refused', `${this.name} was deleted while it was published`)
      if (isPublished(found)) return found
      const error = found.attributes['publication-error']
      if (typeof error === 'string') throw new Fault('refused', `${this.name} is not published: ${error}`)
    }
    throw new Fault('refused', 'the platform has all files, but does not come to an end with them')
  }
}

function linkIn(links: Readonly<Record<string, string>>, name: string): string {
  const link = links[name]
  if (link === undefined) throw new Fault('refused', 'the platform gave no link to upload to')
  return link
}

const isPublished = ({ attributes }: Resource): boolean => attributes['published'] === true

/** The public address of the platform, which the links to files begin with. */
export function originIn({ links }: Resource): string {
  const link = links['shasums-download']
  if (link === undefined) throw new Fault('refused', 'the platform gave no link to its files')
  return new URL(link).origin
}
