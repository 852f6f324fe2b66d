const pattern = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z][0-9A-Za-z.-]*)?$/

/** Longest version text that is taken; long enough for any parts of the contract. */
export const engineVersionMaximumLength = 128

/**
 * `N.N.N` or `N.N.N-suffix`, no leading zeros, no `v`; parts may exceed 2^53 (contract §4). This is not SemVer: the
 * suffix may be `01` or `a..b`, and there is no build metadata.
 */
export function isEngineVersion(text: string): boolean {
  return text.length <= engineVersionMaximumLength && pattern.test(text)
}

export const isSha256 = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text)

/** An absolute http or https address. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) return false
  return new URL(text).hostname !== ''
}
