import { Link } from '../link'
import classes from './usage-bars.module.css'

type UsageBar = {
  key: string
  label: string
  /** Absent where there is no page of it. */
  href?: string | undefined
  problem?: string | undefined
  /** Tells it apart from others with its label. */
  note?: string
  amount: number
  /** The same with its noun. */
  amountText: string
}

/** A bar each, the first the longest. Who cannot see the bars reads the same in numbers. */
export function UsageBars({ bars }: { bars: readonly UsageBar[] }) {
  const most = Math.max(...bars.map(({ amount }) => amount))
  return (
    <ul className={classes['bars']}>
      {bars.map(({ key, label, href, problem, note = problem, amount, amountText }) => (
        <li key={key}>
          {href === undefined ? label : <Link href={href}>{label}</Link>}
          {note !== undefined && <em>{note}</em>}
          <span>{amountText}</span>
          <div aria-hidden>
            <div
              style={{ width: `${(amount / most) * 100}%` }}
              data-deprecated={problem !== undefined || undefined}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
