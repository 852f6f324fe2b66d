import { count, numberText } from '../text'

type Props = {
  days: readonly { count: number }[]
  /** Counted unit, such as `Downloads`. */
  what: string
  /** Gives it a size and a colour. */
  className: string | undefined
}

/** Line of daily counts without axes, which shows whether they rise or fall. */
export function Sparkline({ days, what, className }: Props) {
  const most = Math.max(1, ...days.map((day) => day.count))
  const points = days.map((day, index) => `${index},${(1 - day.count / most) * 100}`).join(' ')
  const total = days.reduce((sum, day) => sum + day.count, 0)
  return (
    <svg
      role="img"
      aria-label={`${what} by day: ${numberText(total)} in ${count(days.length, 'day')}`}
      viewBox={`0 -6 ${days.length - 1} 112`}
      preserveAspectRatio="none"
      className={className}
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
