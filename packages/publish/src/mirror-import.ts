import { Fault } from './fault.js'
import { sha256Of } from './file-digest.js'
import type { MirroredFile } from './mirrored-files.js'
import { refusal, type Answer, type Platform } from './platform.js'
import type { Progress } from './progress.js'

interface ImportedPlatform {
  readonly filename: string
  readonly shasum: string
  readonly stored: boolean
}

/** Brings the files of a mirror to a platform; what is there is not sent again. */
export class MirrorImport {
  /** The digests of stored zips by their names, by provider. */
  private readonly stored = new Map<string, Promise<ReadonlyMap<string, string>>>()

  constructor(
    private readonly platform: Platform,
    private readonly progress: Progress,
  ) {}

  /** Imports all files that can be imported, and throws a `Fault` with those that cannot in the end. */
  async run(files: readonly MirroredFile[]): Promise<{ readonly sent: number; readonly there: number }> {
    const wrong: string[] = []
    let [sent, there] = [0, 0]
    for (const file of files) {
      if (await this.isStored(file)) {
        there++
        continue
      }
      const answer = await this.send(file)
      if (answer.status === 201) sent++
      else if (answer.status === 200) there++
      else if (answer.status === 422 || answer.status === 413)
        wrong.push(`${file.path}: ${answer.errors.join('; ') || 'it is too large'}`)
      else throw fault(answer)
    }
    if (wrong.length > 0) throw new Fault('module', `these files were not imported:\n${wrong.join('\n')}`)
    return { sent, there }
  }

  private async send(file: MirroredFile): Promise<Answer> {
    const { origin, namespace, name, version, filename, size } = file
    const parts = [origin, namespace, name, 'versions', version, 'files', filename]
    const path = `/admin/public-providers/${parts.map(encodeURIComponent).join('/')}`
    this.progress.line(`${origin}/${namespace}/${name} ${filename}`)
    this.progress.sent(0, size)
    return this.platform.put(path, file, (bytes) => this.progress.sent(bytes, size))
  }

  /** Tells whether a zip of these bytes is stored. The other files are short, and sent again. */
  private async isStored(file: MirroredFile): Promise<boolean> {
    if (!file.filename.endsWith('.zip')) return false
    const key = `${file.origin}/${file.namespace}/${file.name}`.toLowerCase()
    const known = this.stored.get(key) ?? this.storedOf(key, file)
    this.stored.set(key, known)
    const digest = (await known).get(`${file.version} ${file.filename}`)
    return digest !== undefined && digest === (await sha256Of(file.path))
  }

  private async storedOf(key: string, { name }: MirroredFile): Promise<ReadonlyMap<string, string>> {
    const providers = await this.platform.list(
      `/admin/public-providers?q=${encodeURIComponent(name)}&`,
      fault,
    )
    const keyOf = ({ origin, namespace, name: named }: Readonly<Record<string, unknown>>) =>
      [origin, namespace, named].map(String).join('/').toLowerCase()
    const provider = providers.find(({ attributes }) => keyOf(attributes) === key)
    if (!provider) return new Map()
    const versions = await this.platform.list(`/admin/public-providers/${provider.id}/versions?`, fault)
    return new Map(
      versions.flatMap(({ attributes }) =>
        (attributes['platforms'] as readonly ImportedPlatform[])
          .filter(({ stored }) => stored)
          .map(({ filename, shasum }) => [`${String(attributes['version'])} ${filename}`, shasum] as const),
      ),
    )
  }
}

function fault(answer: Answer): Fault {
  if (answer.status !== 404) return refusal(answer)
  return new Fault('refused', 'the platform refused (404): the token must be that of a site administrator')
}
