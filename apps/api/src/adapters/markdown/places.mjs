// @ts-check

/** Longer than any real address. */
const longestAddress = 2048

/** @returns {address is string} */
export function isAddress(/** @type {unknown} */ address) {
  return typeof address === 'string' && address.length <= longestAddress && /^(https?|mailto):/i.test(address)
}

/** The file of the archive that a relative address leads to from a folder; undefined where it leads to none. */
export function pathOf(/** @type {unknown} */ address, /** @type {string} */ folder) {
  if (typeof address !== 'string' || address.length > longestAddress) return undefined
  const [written = ''] = address.split(/[?#]/, 1)
  const decoded = decode(written)
  if (decoded === undefined || decoded === '' || /^\/\/|^[^/]*:|\\|\p{Cc}/u.test(decoded)) return undefined
  const parts = decoded.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of decoded.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** Tells whether a page shows a file as a picture; others, such as SVG, may hold more than a picture. */
export const isPicture = (/** @type {string} */ path) => /\.(png|jpe?g|gif|webp)$/i.test(path)

/** The name of a heading within its README, as those who link to it expect it. */
export function slug(/** @type {string} */ text) {
  return text
    .toLowerCase()
    .trim()
    .slice(0, 100)
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** @returns {string | undefined} */
export function decode(/** @type {string} */ text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
