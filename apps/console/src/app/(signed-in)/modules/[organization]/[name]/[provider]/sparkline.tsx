import { count } from '~/ui/plural'

type Props = { days: readonly { count: number }[]; className: string | undefined }

/** Downloads by day as a line, without axes: whether they rise or fall. */
export function Sparkline({ days, className }: Props) {
  const most = Math.max(1, ...days.map((day) => day.count))
  const points = days.map((day, index) => `${index},${(1 - day.count / most) * 100}`).join(' ')
  const total = days.reduce((sum, day) => sum + day.count, 0)
  return (
    <svg
      role="img"
      aria-label={`Downloads by day: ${total.toLocaleString('en')} in ${count(days.length, 'day')}`}
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
