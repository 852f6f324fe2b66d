import { Link } from '~/ui/link'
import { paths } from '~/paths'
import { count } from '~/ui/plural'
import classes from './usage-bars.module.css'

type Version = { id: string; version: string; deprecated: boolean; usage: number }

/** A bar a version, the first the longest. Who cannot see the bars reads the same in numbers. */
export function UsageBars({ versions }: { versions: readonly Version[] }) {
  const most = Math.max(...versions.map(({ usage }) => usage))
  return (
    <ul className={classes['bars']}>
      {versions.map(({ id, version, deprecated, usage }) => (
        <li key={id}>
          <Link href={paths.engineVersion(id)}>{version}</Link>
          {deprecated && <em>deprecated</em>}
          <span>{count(usage, 'workspace')}</span>
          <div aria-hidden>
            <div style={{ width: `${(usage / most) * 100}%` }} data-deprecated={deprecated || undefined} />
          </div>
        </li>
      ))}
    </ul>
  )
}
