/** A request that was answered, or broken off before it was. */
export interface ServedRequest {
  readonly face: string
  readonly method: string
  /** The status; 499 when the caller closed the connection before the answer ended. */
  readonly status: number
  readonly seconds: number
}

/** The metrics of the process, for its operator (contract §9). */
export interface Metrics {
  served(request: ServedRequest): void
  /** Registers numbers that are read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => Promise<GaugeReading> | GaugeReading): void
  /** Returns everything in Prometheus' text format. */
  text(): Promise<{ readonly type: string; readonly text: string }>
}

/** The numbers by the value of the one label that the gauge has: `kind`. */
export type GaugeReading = Readonly<Record<string, number>>
