/** What was measured of one kind of request, or of something else that takes time; what it has none of is left out. */
export interface Figures {
  /** A second. */
  readonly rate?: number
  /** Requests a second of the bare handlers, and of what it is compared with, in the same minutes. */
  readonly http?: number
  readonly express?: number
  readonly rival?: number
  /** Milliseconds. */
  readonly median?: number
  readonly slowest?: number
  /** Microseconds of the processor for one, of the API and of its database. */
  readonly processor?: number
  readonly database?: number
  /** SQL statements for one. */
  readonly statements?: number
  /** Resident bytes of the API. */
  readonly memory?: number
}

/** What a figure is to be. */
export interface Target {
  readonly text: string
  isMet(figures: Figures): boolean
}

export interface Measured extends Figures {
  readonly name: string
  readonly targets: readonly Target[]
}

/** Which part of another rate a rate is; NaN where one of them was not measured. */
export const shareOf = (rate = Number.NaN, of = Number.NaN): number => rate / of

export const targets = {
  ofHttp: (share: number): Target => ({
    text: `${share} of node:http`,
    isMet: ({ rate, http }) => shareOf(rate, http) >= share,
  }),
  ofExpress: (share: number): Target => ({
    text: `${share} of Express`,
    isMet: ({ rate, express }) => shareOf(rate, express) >= share,
  }),
  asFastAs: (name: string): Target => ({
    text: `as fast as ${name}`,
    isMet: ({ rate, rival }) => shareOf(rate, rival) >= 1,
  }),
  rate: (least: number): Target => ({
    text: `${least} a second`,
    isMet: ({ rate = Number.NaN }) => rate >= least,
  }),
  median: (milliseconds: number): Target => ({
    text: `p50 under ${milliseconds} ms`,
    isMet: ({ median = Number.NaN }) => median < milliseconds,
  }),
  slowest: (milliseconds: number): Target => ({
    text: `p99 under ${milliseconds} ms`,
    isMet: ({ slowest = Number.NaN }) => slowest < milliseconds,
  }),
  memory: (megabytes: number): Target => ({
    text: `under ${megabytes} MB`,
    isMet: ({ memory = Number.NaN }) => memory < megabytes * 1e6,
  }),
}
