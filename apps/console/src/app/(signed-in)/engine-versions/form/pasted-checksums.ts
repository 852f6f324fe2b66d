import type { Archive, FormValues } from './values'

/** A line of a `SHA256SUMS` file: `<checksum>  <name>_<version>_<os>_<arch>.zip`. */
type Line = { sha: string; file: string; platform?: { version: string; os: string; arch: string } }

export function linesIn(text: string): Line[] {
  return [...text.matchAll(/^\s*([0-9a-fA-F]{64})\s+\*?(\S+)\s*$/gm)].map(([, sha = '', file = '']) => {
    const [, version, os, arch] = /_(\d[^_]*)_([a-z0-9]+)_([a-z0-9]+)\.zip$/.exec(file) ?? []
    return version !== undefined && os !== undefined && arch !== undefined
      ? { sha: sha.toLowerCase(), file, platform: { version, os, arch } }
      : { sha: sha.toLowerCase(), file }
  })
}

type Filled = Pick<FormValues, 'version' | 'archs'>

/**
 * The archives that the text names, those of the version that is typed, or else of the first. `folder` is where they
 * lie; by itself where an archive lies that has an address already. Undefined where it names none.
 */
export function filledBy(
  text: string,
  { version: typed, archs }: Filled,
  folder: string,
): Filled | undefined {
  const lines = linesIn(text)
  const version = typed.trim() || (lines.find(({ platform }) => platform)?.platform?.version ?? '')
  const base = folder.trim() || (archs.find(({ url }) => url !== '')?.url.replace(/[^/]*$/, '') ?? '')
  const found = lines.flatMap(({ sha, file, platform }): Archive[] => {
    if (platform?.version !== version) return []
    const { os, arch } = platform
    const known = archs.find((each) => each.os === os && each.arch === arch)?.url ?? ''
    const url = base === '' ? known : `${base.replace(/\/*$/, '/')}${file}`
    return [{ os, arch, url: folder.trim() === '' && known !== '' ? known : url, sha }]
  })
  const others = archs.filter(
    ({ os, arch, url, sha }) =>
      (url !== '' || sha !== '') && !found.some((each) => each.os === os && each.arch === arch),
  )
  return found.length === 0 ? undefined : { version, archs: [...found, ...others] }
}

/** An archive into whose checksum a whole line was pasted; undefined where it was not. */
export function takenApart(archive: Archive, pasted: string): Archive | undefined {
  const [line] = linesIn(pasted)
  if (!line) return undefined
  const { os, arch } = line.platform ?? archive
  return { ...archive, os, arch, sha: line.sha }
}
