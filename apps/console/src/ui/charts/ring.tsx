import classes from './ring.module.css'

type Props = {
  done: number
  of: number
  /** Diameter in pixels. */
  size?: number
  /** A limit that is reached rather than work that is done. */
  warns?: boolean
}

/** Ring that shows a share of a whole; words near it say the same. */
export function Ring({ done, of, size = 44, warns = false }: Props) {
  const width = size / 9
  const radius = (size - width) / 2
  const round = 2 * Math.PI * radius
  const part = of === 0 ? 0 : Math.min(1, done / of)
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: width }
  return (
    <svg aria-hidden width={size} height={size} className={classes['ring']} data-warns={warns || undefined}>
      <circle {...circle} className={classes['whole']} />
      {part > 0 && (
        <circle
          {...circle}
          className={classes['part']}
          strokeDasharray={`${part * round} ${round}`}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      )}
    </svg>
  )
}
