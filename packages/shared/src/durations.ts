/** Long enough for any real time, in characters. */
export const durationMaximumLength = 64

/** A decimal number and its unit, or several such in a row, more than zero: `90m`, `.5h`, `1h30m` (contract §5). */
export const isDuration = (text: string): boolean =>
  text.length <= durationMaximumLength &&
  /^(?:(?:\d+(?:\.\d+)?|\.\d+)(?:ns|us|ms|s|m|h|d))+$/.test(text) &&
  /[1-9]/.test(text)

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** How long a duration is, in milliseconds. */
export const millisecondsOf = (duration: string): number =>
  [...duration.matchAll(/(\d+(?:\.\d+)?|\.\d+)(ns|us|ms|s|m|h|d)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0),
    0,
  )
