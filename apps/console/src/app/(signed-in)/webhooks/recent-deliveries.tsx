import type { WebhookRowFragment } from '~/data/generated/graphql'
import { count } from '~/ui/text'
import { Dimmed } from '~/ui/texts'
import classes from './recent-deliveries.module.css'
import { triggerLabel } from './state'

type Deliveries = WebhookRowFragment['recentDeliveries']
type Status = Deliveries[number]['status']

const words: Readonly<Record<Status, string>> = {
  DELIVERED: 'delivered',
  PENDING: 'waiting',
  FAILED: 'given up',
}

const side = 8
const step = 11

const pathOf: Readonly<Record<Status, string>> = {
  DELIVERED: `M0 0H${side}V${side}H0Z`,
  PENDING: 'M.75 .75H7.25V7.25H.75Z',
  FAILED: `M0 0L${side} ${side}M${side} 0L0 ${side}`,
}

/** Number of marks in a line. */
const inLine = 15

/** A mark a delivery, the newest last: a square for one that arrived, a cross for one given up, hollow while it waits. */
export function RecentDeliveries({ deliveries }: { deliveries: Deliveries }) {
  if (deliveries.length === 0) return <Dimmed>none yet</Dimmed>
  const lines = Math.ceil(deliveries.length / inLine)
  const [width, height] = [inLine * step, lines * step]
  return (
    <svg
      role="img"
      aria-label={summaryOf(deliveries)}
      className={classes['deliveries']}
      viewBox={`-1 -1 ${width} ${height}`}
      width={width}
      height={height}
    >
      {deliveries.map(({ id, type, status, attempts, createdAt }, index) => (
        <g
          key={id}
          transform={`translate(${(index % inLine) * step} ${Math.floor(index / inLine) * step})`}
          data-status={status}
        >
          <title>{`${triggerLabel(type)}, ${momentOf(createdAt)}: ${outcomeOf(status, attempts)}`}</title>
          <rect x={-1.5} y={-1.5} width={step} height={step} />
          <path d={pathOf[status]} />
        </g>
      ))}
    </svg>
  )
}

const momentOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

const outcomeOf = (status: Status, attempts: number): string =>
  attempts > 1 ? `${words[status]} after ${count(attempts, 'attempt')}` : words[status]

/** `The last 30 deliveries: 28 delivered, 1 waiting, 1 given up.` */
function summaryOf(deliveries: Deliveries): string {
  const counted = (Object.keys(words) as Status[])
    .map((status) => [deliveries.filter((each) => each.status === status).length, words[status]] as const)
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
  const what = deliveries.length === 1 ? 'The last delivery' : `The last ${deliveries.length} deliveries`
  return `${what}: ${counted.join(', ')}.`
}
