import type { GivenFile, PickedFiles } from '~/ui/file-drop'

/** The name of a provider for the engine. */
export type Address = { origin: string; namespace: string; name: string }

export type ImportKind = 'keys' | 'shasums' | 'signature' | 'zip'

/** A file of a version of a provider, as it was chosen. */
export type ImportFile = Pick<GivenFile, 'open'> & {
  /** Path in the chosen folder. */
  path: string
  filename: string
  kind: ImportKind
  version: string
  /** `linux/amd64` of a zip. */
  platform: string | undefined
  /** The provider by the folders above the file; undefined where they do not say it. */
  address: Address | undefined
}

export type ImportFiles = {
  files: readonly ImportFile[]
  /** Number of chosen files that belong to no provider. */
  others: number
  /** Number of files that were not looked at, since too many were chosen. */
  beyond: number
  /** Name of the provider in the names of the files. */
  name: string
}

/** More is not listed by a page. */
const most = 2000

/** `engine-provider-cloud_1.2.0_linux_amd64.zip`, `engine-provider-cloud_1.2.0_SHA256SUMS.sig`. */
const namePattern =
  /^(?:[a-z]+-provider-)?(.+)_(\d[^_]*)_(?:([a-z0-9]+)_([a-z0-9]+)\.zip|SHA256SUMS(\.sig|\.asc)?)$/

/** Keys and checksums come first: a zip that they contradict is refused in either order, and is then not sent in vain. */
const order: readonly ImportKind[] = ['keys', 'shasums', 'signature', 'zip']

const kindOf = (platform: string | undefined, end: string | undefined): ImportKind => {
  if (platform !== undefined) return 'zip'
  if (end === undefined) return 'shasums'
  return end === '.sig' ? 'signature' : 'keys'
}

/** `HOST/NAMESPACE/NAME/file`, as the CLI writes a mirror; the host has a dot. */
function addressOf(path: string, folder: string): Address | undefined {
  const parts = path.split('/').slice(0, -1)
  const [origin, namespace, name, ...more] = parts.length === 2 ? [folder, ...parts] : parts
  if (!origin?.includes('.') || !namespace || !name || more.length > 0) return undefined
  return { origin, namespace, name }
}

/** Finds the files of providers among those that were chosen, in the order in which they are sent. */
export function importFilesOf({ name: folder, files: given }: PickedFiles): ImportFiles {
  const names = new Set<string>()
  const found = given.slice(0, most).flatMap(({ path, open }): ImportFile[] => {
    const filename = path.split('/').at(-1) ?? ''
    const [, name, version, os, arch, end] = namePattern.exec(filename) ?? []
    if (name === undefined || version === undefined) return []
    names.add(name)
    const platform = os === undefined ? undefined : `${os}/${arch ?? ''}`
    const address = addressOf(path, folder)
    return [{ path, open, filename, version, platform, kind: kindOf(platform, end), address }]
  })
  return {
    files: found.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)),
    others: Math.min(given.length, most) - found.length,
    beyond: Math.max(0, given.length - most),
    name: names.size === 1 ? ([...names][0] ?? '') : '',
  }
}
