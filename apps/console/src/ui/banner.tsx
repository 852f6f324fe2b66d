import type { MantineColor } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banner.module.css'
import { given } from './given'

type Props = {
  color: MantineColor
  icon: Icon
  title?: ReactNode
  /** What may be done about it. */
  actions?: ReactNode
  role?: 'alert' | 'status'
  children: ReactNode
}

/** What holds of the thing of a page, and what to do about it: one line, as far as its text is no longer. */
export const Banner = ({ color, icon: Icon, title, actions, role = 'alert', children }: Props) => (
  <div
    role={role}
    className={classes['banner']}
    style={{ background: `var(--mantine-color-${color}-light)` }}
  >
    <Icon size={18} stroke={1.8} color={`var(--mantine-color-${color}-light-color)`} aria-hidden />
    <div className={classes['text']}>
      {title !== undefined && (
        <strong style={{ color: `var(--mantine-color-${color}-light-color)` }}>{title}</strong>
      )}{' '}
      <span>{given(children)}</span>
    </div>
    {actions && <div className={classes['actions']}>{actions}</div>}
  </div>
)
