export function inWords(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** Numbers of what documentation has. */
export interface DocsCounts {
  readonly pages: number
  /** The number of files that are no pages. */
  readonly ignored: number
}

/** Line about documentation: `30 pages, 2 files ignored`. */
export const docsLine = ({ pages, ignored }: DocsCounts): string =>
  `${counted(pages, 'page')}, ${counted(ignored, 'file')} ignored`
