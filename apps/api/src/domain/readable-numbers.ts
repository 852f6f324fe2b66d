import { hasReadableNumbers, largestVersionNumber } from '@engine/shared'

/** Refuses a version that no CLI could install, as the arguments of `refine` (contract §19). */
export const readableNumbers = [
  hasReadableNumbers,
  { params: { says: `Version has a number above ${largestVersionNumber}, which no CLI reads` } },
] as const
