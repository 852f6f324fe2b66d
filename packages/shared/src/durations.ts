/** Long enough for any time that anybody means, in characters. */
export const durationMaximumLength = 64

/** A decimal number and its unit, or several such in a row: `90m`, `1.5h`, `1h30m` (contract §5). */
export const isDuration = (text: string): boolean =>
  text.length <= durationMaximumLength && /^(?:\d+(?:\.\d+)?(?:ns|us|ms|s|m|h|d))+$/.test(text)
