'use client'

import { Link } from '~/ui/link'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { count } from '~/ui/plural'
import classes from './usage-bars.module.css'

type Version = { id: string; version: string; deprecated: boolean; enabled: boolean; workspaces: number }

/** A bar a version, the first the longest. Who cannot see the bars reads the same in numbers. */
export function UsageBars({ versions }: { versions: readonly Version[] }) {
  const mayRead = useMay('ENGINE_VERSIONS_READ')
  const most = Math.max(...versions.map(({ workspaces }) => workspaces))
  return (
    <ul className={classes['bars']}>
      {versions.map(({ id, version, deprecated, enabled, workspaces }) => (
        <li key={id}>
          <Link href={mayRead ? paths.engineVersion(id) : paths.engineVersions({ search: version })}>
            {version}
          </Link>
          {!enabled ? <em>disabled</em> : deprecated && <em>deprecated</em>}
          <span>{count(workspaces, 'workspace')}</span>
          <div aria-hidden>
            <div
              style={{ width: `${(workspaces / most) * 100}%` }}
              data-deprecated={deprecated || !enabled || undefined}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
