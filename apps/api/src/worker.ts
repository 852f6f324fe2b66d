import cluster from 'node:cluster'
import type { SharedDatabase } from './adapters/database/open.js'
import type { Measured, OtherProcesses } from './adapters/metrics/metrics.js'

/** The place of a process among those that serve on one port, as the primary gives it. */
export interface Place {
  /** Number from 1; a process that replaces one that ended has its number. */
  readonly number: number
  /** True for the process that prepares the set-up, and announces it. */
  readonly isFirst: boolean
  readonly database: SharedDatabase
}

/** Messages of a worker to its primary, as well as its announcements. */
export type FromWorker =
  | { readonly type: 'join' }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'measured'; readonly id: number; readonly measured: Measured }

/** Messages of a primary to its workers. */
export type ToWorker =
  | { readonly type: 'place'; readonly place: Place }
  | { readonly type: 'measure'; readonly id: number }
  | { readonly type: 'metrics'; readonly id: number; readonly all: readonly Measured[] }

export interface AmongProcesses extends Place {
  readonly others: OtherProcesses
}

const tell = (message: FromWorker): void => void process.send?.(message)

/** Asks the primary for a place among its workers. The process ends when the primary does. */
export async function joinProcesses(): Promise<AmongProcesses> {
  const waiting = new Map<number, (all: readonly Measured[]) => void>()
  let measure = async (): Promise<Measured> => []
  let asked = 0
  const place = await new Promise<Place>((done) => {
    cluster.worker?.on('message', (message: ToWorker) => {
      if (message.type === 'place') done(message.place)
      if (message.type === 'measure')
        void measure().then((measured) => tell({ type: 'measured', id: message.id, measured }))
      if (message.type === 'metrics') {
        waiting.get(message.id)?.(message.all)
        waiting.delete(message.id)
      }
    })
    tell({ type: 'join' })
  })
  const others: OtherProcesses = {
    number: place.number,
    onMeasure: (read) => void (measure = read),
    all: () =>
      new Promise((done) => {
        waiting.set(++asked, done)
        tell({ type: 'metrics', id: asked })
      }),
  }
  return { ...place, others }
}
