import type { MantineColor } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './banner.module.css'
import { userText } from '../user-text'

type Props = {
  color: MantineColor
  icon: Icon
  title?: ReactNode
  /** Buttons for what to do next. */
  actions?: ReactNode
  role?: 'alert' | 'status'
  children: ReactNode
}

/** Banner about the object of a page, with what to do next; a short text takes one line. */
export function Banner({ color, icon: Icon, title, actions, role = 'alert', children }: Props) {
  const id = useId()
  return (
    <div
      role={role}
      className={classes['banner']}
      style={{ background: `var(--mantine-color-${color}-light)` }}
      aria-labelledby={title === undefined ? undefined : id}
    >
      <Icon size={18} stroke={1.8} color={`var(--mantine-color-${color}-light-color)`} aria-hidden />
      <div className={classes['text']}>
        {title !== undefined && (
          <strong id={id} style={{ color: `var(--mantine-color-${color}-light-color)` }}>
            {title}
          </strong>
        )}{' '}
        <span>{userText(children)}</span>
      </div>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </div>
  )
}
