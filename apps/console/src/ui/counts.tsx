import classes from './counts.module.css'
import { Link } from './link'

export type Count = {
  label: string
  number: string
  /** Stands below the number, such as its limit. */
  detail?: string | undefined
  /** List of what is counted; absent where the viewer may not open it. */
  path?: string | undefined
}

/** Numbers of a thing, each of which leads to its list. */
export const Counts = ({ label, counts }: { label: string; counts: readonly Count[] }) => (
  <ul className={classes['counts']} aria-label={label}>
    {counts.map(({ label: name, number, detail, path }) => (
      <li key={name}>
        <span className={classes['label']}>
          {path === undefined ? name : <Link href={path}>{name}</Link>}
        </span>
        <strong className={classes['number']}>{number}</strong>
        {detail !== undefined && <small className={classes['detail']}>{detail}</small>}
      </li>
    ))}
  </ul>
)
