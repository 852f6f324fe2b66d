/** One request that was answered, or broken off before it was. */
export interface ServedRequest {
  readonly face: string
  readonly method: string
  /** 499 when the caller went away before the answer ended. */
  readonly status: number
  readonly seconds: number
}

/** What the process counts of itself, for its operator (contract §9). */
export interface Metrics {
  served(request: ServedRequest): void
  /** Numbers that are read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => Promise<GaugeReading> | GaugeReading): void
  /** Everything in Prometheus' text format. */
  text(): Promise<{ readonly type: string; readonly text: string }>
}

/** By the value of the one label that the gauge has: `kind`. */
export type GaugeReading = Readonly<Record<string, number>>
