import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checksumsFault, platformFault, readChecksums, whyUnlisted } from '@engine/provider-source/checksums'
import { readDetachedSignature } from '@engine/provider-source/detached-signatures'
import { zipFaultsOf, zipWarnings } from '@engine/provider-source/provider-zip'
import {
  otherNameOf,
  platformNameWarnings,
  versionWarnings,
} from '@engine/provider-source/publisher-warnings'
import { isPlatformWord, releaseFileLimits } from '@engine/provider-source/release'
import { signatureFault } from '@engine/provider-source/signatures'
import { hasReadableNumbers, isEngineVersion, largestVersionNumber } from '@engine/shared'
import { Fault } from './fault.js'
import { sha256Of } from './file-digest.js'
import { unreadable } from './mirrored-files.js'
import type { SentFile } from './platform.js'
import { protocolsOf } from './provider-manifest.js'

/** A file of a release, by its name in the folder. */
export interface ReleaseFile extends SentFile {
  readonly name: string
}

/** One of the small files, with its bytes. */
export interface ReadFile extends ReleaseFile {
  readonly contents: Buffer
}

/** The zip for one platform. */
export interface ReleaseZip extends ReleaseFile {
  readonly os: string
  readonly arch: string
  /** Digest in lower-case hexadecimals. */
  readonly sha256: string
}

/** A version of a provider as a release tool leaves it in a folder, found right by the rules of the platform. */
export interface Release {
  readonly version: string
  readonly protocols: readonly string[]
  readonly shasums: ReadFile
  readonly signature: ReadFile
  /** Long ids of the keys that signed it. */
  readonly signerIds: readonly string[]
  readonly zips: readonly ReleaseZip[]
  /** Sentences about what the CLI does not install, though the platform publishes it. */
  readonly warnings: readonly string[]
}

const isChecksums = (name: string): boolean => /(?:^|[_.-])SHA256SUMS$/i.test(name)

/** Reads a release. Throws one `Fault` with all that is wrong with it, each by the name of its file. */
export async function releaseIn(folder: string, provider: string): Promise<Release> {
  return new ReleaseReader(folder, provider, await namesIn(folder)).read()
}

/** Names of the files in a folder, hidden ones left out: of several systems those hold no contents. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    throw unreadable(folder, error)
  }
}

class ReleaseReader {
  private readonly faults: string[] = []
  private readonly warnings: string[] = []

  constructor(
    private readonly folder: string,
    private readonly provider: string,
    private readonly names: readonly string[],
  ) {}

  async read(): Promise<Release> {
    const shasums = await this.small(this.onlyChecksums(), releaseFileLimits.shasums)
    const text = shasums.contents.toString('utf8')
    const unread = checksumsFault(text)
    if (unread !== undefined) this.faults.push(`${shasums.name}: ${unread}`)
    const checksums = readChecksums(text)
    const signature = await this.signatureOf(shasums.name)
    const zips = unread === undefined ? await this.zips(shasums, checksums) : []
    const protocols = await this.protocols(checksums)
    const version = this.version(shasums.name, zips)
    if (this.faults.length > 0 || !signature || version === undefined)
      throw new Fault('module', this.faults.join('\n'))
    this.warnings.push(...versionWarnings({ name: this.provider }, { version, protocols, platforms: [] }))
    return { version, protocols, shasums, ...signature, zips, warnings: this.warnings }
  }

  private onlyChecksums(): string {
    const [name, ...others] = this.names.filter(isChecksums)
    if (name === undefined)
      throw new Fault(
        'module',
        `${this.folder} holds no release: …_${this.provider}_VERSION_SHA256SUMS is looked for, next to its signature and the zips`,
      )
    if (others.length > 0)
      throw new Fault(
        'module',
        `${this.folder} holds the checksums of several releases: ${[name, ...others].join(', ')}. Leave one of them there, with its zips`,
      )
    return name
  }

  /** Reads one of the small files as a whole. */
  private async small(name: string, limit: number): Promise<ReadFile> {
    const path = join(this.folder, name)
    const { size } = await stat(path)
    if (size > limit) throw new Fault('module', `${name} is larger than ${limit.toLocaleString('en')} bytes`)
    return { name, path, size, contents: await readFile(path) }
  }

  private async signatureOf(shasums: string): Promise<Pick<Release, 'signature' | 'signerIds'> | undefined> {
    const wanted = `${shasums}.sig`
    const named = (name: string) => this.names.find((each) => each.toLowerCase() === name.toLowerCase())
    const name = named(wanted)
    const armored = named(`${shasums}.asc`)
    if (name === undefined) {
      this.faults.push(
        armored === undefined
          ? `${wanted} is missing: gpg --detach-sign ${shasums} makes it`
          : asBinary(armored, wanted),
      )
      return undefined
    }
    const signature = await this.small(name, releaseFileLimits['shasums-sig'])
    if (signature.contents.subarray(0, 10).toString('latin1') === '-----BEGIN') {
      this.faults.push(asBinary(name, wanted))
      return undefined
    }
    const facts = await readDetachedSignature(signature.contents)
    if (!facts) this.faults.push(`${name} is no binary detached signature: gpg --detach-sign makes one`)
    else if (facts.refused) this.faults.push(`${name}: ${signatureFault(facts.refused, '')}`)
    return facts && { signature, signerIds: facts.signerIds }
  }

  private async zips(
    { name: shasums, contents }: ReadFile,
    checksums: ReadonlyMap<string, string>,
  ): Promise<readonly ReleaseZip[]> {
    const zips: ReleaseZip[] = []
    const isZip = (name: string) => /\.zip$/i.test(name)
    for (const name of this.names.filter(isZip)) {
      const checksum = checksums.get(name)
      const zip = checksum === undefined ? undefined : await this.zip(name)
      if (checksum === undefined)
        this.faults.push(`${name} is not in ${shasums}: ${whyUnlisted(checksums, name)}`)
      if (!zip || checksum === undefined) continue
      const announced = { ...zip, shasum: checksum, filename: name, binarySha256: zip.sha256 }
      const fault = platformFault([announced], contents.toString('utf8'))
      if (fault !== undefined) this.faults.push(`${name}: ${fault}`)
      const same = zips.find(({ os, arch }) => os === zip.os && arch === zip.arch)
      if (same) this.faults.push(`${name} and ${same.name} are both for ${zip.os}/${zip.arch}`)
      zips.push(zip)
    }
    const here = new Set(this.names.map((name) => name.toLowerCase()))
    const listed = [...checksums.keys()].filter(isZip)
    for (const name of listed.filter((each) => !here.has(each.toLowerCase())))
      this.faults.push(`${name} is listed in ${shasums} and is not in the folder`)
    if (listed.length === 0) this.faults.push(`${shasums} lists no zip: a release has one for each platform`)
    return zips
  }

  /** Looks into a zip, and hashes it as a stream. Undefined where its name says no platform. */
  private async zip(name: string): Promise<ReleaseZip | undefined> {
    const { os, arch } = this.namePattern('zip').exec(name)?.groups ?? {}
    if (os === undefined || arch === undefined || !isPlatformWord(os) || !isPlatformWord(arch)) {
      this.faults.push(
        `${name} has no name of a zip of ${this.provider}, such as ${this.provider}_1.2.3_linux_amd64.zip`,
      )
      return undefined
    }
    const other = otherNameOf(os, arch)
    const ofName = platformNameWarnings(os, arch).map((sentence) => `${name}: ${sentence}`)
    if (other === undefined) this.warnings.push(...ofName)
    else this.faults.push(...ofName)
    const path = join(this.folder, name)
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const found = await zipFaultsOf({ name: this.provider }, size, async (start, end) => {
        const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
        return buffer
      })
      for (const sentence of zipWarnings({ name: this.provider }, [{ os, arch, ...found }]))
        this.faults.push(`${name}: ${sentence}`)
      return { name, path, size, os, arch, sha256: await sha256Of(path) }
    } finally {
      await file.close()
    }
  }

  private async protocols(checksums: ReadonlyMap<string, string>): Promise<readonly string[]> {
    try {
      return await protocolsOf(this.folder, this.names, checksums)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.faults.push(error.message)
      return []
    }
  }

  /** The one version that the names of the files say. */
  private version(shasums: string, zips: readonly ReleaseZip[]): string | undefined {
    const saidBy = [
      this.namePattern('shasums').exec(shasums),
      ...zips.map(({ name }) => this.namePattern('zip').exec(name)),
    ]
    const versions = [...new Set(saidBy.flatMap((found) => found?.groups?.['version'] ?? []))]
    const [version] = versions
    if (versions.length > 1)
      this.faults.push(
        `${shasums}: its name and those of its zips say several versions: ${versions.join(', ')}`,
      )
    else if (version !== undefined && !isEngineVersion(version))
      this.faults.push(`${shasums}: ${version} is no version such as 1.2.3 (without a v)`)
    else if (version !== undefined && !hasReadableNumbers(version))
      this.faults.push(
        `${shasums}: ${version} has a number above ${largestVersionNumber}, which no CLI reads`,
      )
    return version
  }

  private namePattern(kind: 'zip' | 'shasums'): RegExp {
    const end = kind === 'zip' ? '(?<os>[^_]+)_(?<arch>[^_]+)\\.zip' : 'SHA256SUMS'
    return new RegExp(`^(?:[a-z0-9]+-provider-)?${this.provider}_(?<version>.+)_${end}$`, 'i')
  }
}

const asBinary = (armored: string, wanted: string): string =>
  `${armored} is armored, and the CLI reads a binary signature alone: gpg --output ${wanted}.new --dearmor ${armored}, then name it ${wanted}`
