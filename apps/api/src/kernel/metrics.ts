/** One request that was answered, or broken off before it was. */
export interface ServedRequest {
  readonly face: string
  readonly method: string
  /** 499 when the caller went away before the answer ended. */
  readonly status: number
  readonly seconds: number
}

/** What the process counts of itself, for whoever watches over it (contract §9). */
export interface Metrics {
  served(request: ServedRequest): void
  /** Tells numbers that are looked up whenever somebody asks. */
  gauge(name: string, help: string, read: () => Promise<GaugeReading> | GaugeReading): void
  /** Everything in Prometheus' text format. */
  text(): Promise<{ readonly type: string; readonly text: string }>
}

/** By the value of the one label that the gauge has: `kind`. */
export type GaugeReading = Readonly<Record<string, number>>
