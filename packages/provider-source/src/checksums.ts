/** The build of a release for one operating system and processor. */
export interface ReleasedPlatform {
  readonly os: string
  readonly arch: string
  /** Announced SHA-256 of the zip. */
  readonly shasum: string
  readonly filename: string
  /** Computed SHA-256 of the zip, in lower case; null while it is not there. */
  readonly binarySha256: string | null
}

/** A line that the CLI reads: the checksum, two blanks and a name; a mark in place of the second belongs to the name. */
const readable = /^[0-9a-f]{64} (?: |(?=\*))[^ \t\v\f\r]+$/i

/** Blanks of ASCII, as for the CLI: a byte order mark is a character like any other. */
const blanks = /[ \t\v\f\r]+/

const linesIn = (text: string): string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))

/**
 * The checksums of a `SHA256SUMS` file by file name, in lower case. As for the engine, a name's first line counts, and
 * lines are read that {@link checksumsFault} refuses: others publish such, and so did former releases.
 */
export function readChecksums(text: string): ReadonlyMap<string, string> {
  const checksums = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [checksum = '', filename] = line.split(blanks).filter((word) => word !== '')
    if (filename !== undefined && !checksums.has(filename)) checksums.set(filename, checksum.toLowerCase())
  }
  return checksums
}

/**
 * Names the first line that the CLI cannot read, since one such line makes it distrust all the others; else
 * undefined.
 */
export function checksumsFault(text: string): string | undefined {
  if (text.startsWith('\u{feff}'))
    return 'SHA256SUMS begins with a byte order mark (line 1), which no CLI reads: save it as UTF-8 without one, and sign again'
  const at = linesIn(text).findIndex((line) => !readable.test(line))
  return at === -1
    ? undefined
    : `Line ${at + 1} of SHA256SUMS is not the SHA-256 of a file (64 hexadecimal digits), two blanks and its name: write that alone, and sign again`
}

/** Says why the engine would refuse a platform: its record, `SHA256SUMS` and its upload must agree; or undefined. */
export function platformFault(platforms: readonly ReleasedPlatform[], shasums: string): string | undefined {
  const checksums = readChecksums(shasums)
  for (const { os, arch, shasum, filename, binarySha256 } of platforms) {
    const of = `The zip of ${os}/${arch}`
    const listed = checksums.get(filename)
    if (listed === undefined) return `${of} is not in SHA256SUMS: ${whyUnlisted(checksums, filename)}`
    if (listed !== shasum.toLowerCase())
      return `${of} has another checksum in SHA256SUMS than its platform says`
    if (listed !== binarySha256) return `${of} has the SHA-256 ${binarySha256}, not ${listed}`
  }
  return undefined
}

/** Says why a file has no checksum: the engine compares names as they are written. */
export function whyUnlisted(checksums: ReadonlyMap<string, string>, filename: string): string {
  const names = [...checksums.keys()]
  const written = names.find((each) => each.replace(/^\*?(?:\.\/)?/, '') === filename)
  if (written === undefined) {
    const other = names.find((each) => each.toLowerCase() === filename.toLowerCase())
    return other === undefined
      ? `it has no line for ${filename}`
      : `its line names ${other}, and the engine tells small letters from capitals: write both alike, and sign again`
  }
  const mark = written.slice(0, -filename.length)
  return `its line names ${written}, and the ${mark} before the name is in the way: write the name alone, and sign again`
}
