import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import type { Log } from '../../kernel/log.js'
import type { Metrics } from '../../kernel/metrics.js'

/** Buckets in seconds; from a cached answer to an upload of a gigabyte. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600]

/** The numbers of one process. */
export type Measured = readonly MetricObjectWithValues<MetricValue<string>>[]

/** The processes that serve together with this one, each of which answers for all. */
export interface OtherProcesses {
  /** The number of this process, from 1: the label `process` of its metrics. */
  readonly number: number
  /** Registers how the numbers of this process are read. */
  onMeasure(read: () => Promise<Measured>): void
  /** Returns the numbers of all of them. */
  all(): Promise<readonly Measured[]>
}

/** Counts in a separate registry; a gauge that cannot be read is left out, rather than failing the answer. */
export function createMetrics(log: Log, release: string, others?: OtherProcesses): Metrics {
  const registry = new Registry()
  ofProcess()
  new Gauge({
    name: 'engine_build_info',
    help: 'The release that runs, as a label of the value 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: release }, 1)
  const requests = new Histogram({
    name: 'engine_http_request_duration_seconds',
    help: 'How long requests took until their answer had ended, by face, method and status.',
    labelNames: ['face', 'method', 'status'],
    buckets,
    registers: [registry],
  })
  others?.onMeasure(async () => {
    const measured = await Promise.all([ofProcess(), registry].map((each) => each.getMetricsAsJSON()))
    return measured.flat().map((metric) => labelled(metric as Measured[number], others.number))
  })
  return {
    served: ({ face, method, status, seconds }) => requests.observe({ face, method, status }, seconds),
    gauge(name, help, read) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: ['kind'],
        registers: [registry],
        async collect() {
          gauge.reset()
          try {
            for (const [kind, value] of Object.entries(await read())) gauge.set({ kind }, value)
          } catch (error) {
            log.warn({ gauge: name, reason: String(error) }, 'a gauge could not be read')
          }
        },
      })
    },
    text: async () => ({
      type: registry.contentType,
      text: await (
        others
          ? AggregatorRegistry.aggregate([...(await others.all())])
          : Registry.merge([ofProcess(), registry])
      ).metrics(),
    }),
  }
}

/** Names the process in each value, so that no value is lost where those of several are shown together. */
const labelled = (metric: Measured[number], process: number): Measured[number] => ({
  ...metric,
  // Of each there is one: the sum is the value itself. What the library would leave out is of use by process.
  ...{ aggregator: 'sum' },
  values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
})

let measured: Registry | undefined

/** Returns what the process measures of itself, from its first app on: the watchers behind it can never be ended. */
function ofProcess(): Registry {
  if (!measured) {
    measured = new Registry()
    collectDefaultMetrics({ register: measured })
  }
  return measured
}
