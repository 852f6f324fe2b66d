/** Long enough for any real time, in characters. */
export const durationMaximumLength = 64

/** 100 years, in milliseconds: a date that is so far away is still one that databases and clients can write. */
const longestDuration = 36_500 * 86_400_000

/** A decimal number and its unit, or several such in a row. */
const hasForm = (text: string): boolean =>
  text.length <= durationMaximumLength && /^(?:(?:\d+(?:\.\d+)?|\.\d+)(?:ns|us|ms|s|m|h|d))+$/.test(text)

/** A duration of at most 100 years, possibly none at all: `90m`, `0s` (contract §19). */
export const isDurationOrZero = (text: string): boolean =>
  hasForm(text) && millisecondsOf(text) <= longestDuration

/** A duration above zero and of at most 100 years: `90m`, `.5h`, `1h30m` (contract §5). */
export const isDuration = (text: string): boolean => isDurationOrZero(text) && /[1-9]/.test(text)

/** Tells a duration that is only too long from what is none. */
export const isTooLongDuration = (text: string): boolean => hasForm(text) && !isDurationOrZero(text)

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Converts a duration to milliseconds. */
export const millisecondsOf = (duration: string): number =>
  [...duration.matchAll(/(\d+(?:\.\d+)?|\.\d+)(ns|us|ms|s|m|h|d)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0),
    0,
  )
