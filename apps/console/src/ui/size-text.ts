const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** `812 bytes`, `1.4 kB`, `98 MB`. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  const digits = unit > 0 && size < 10 ? 1 : 0
  return `${size.toLocaleString('en', { maximumFractionDigits: digits })} ${units[unit] ?? ''}`
}
