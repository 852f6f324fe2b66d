import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { given } from './given'
import classes from './page-header.module.css'

type Props = {
  title: string
  /** What the browser shows for the page, where it is not its title alone. */
  tab?: string
  /** Stands before the title: a monogram. */
  mark?: ReactNode
  /** Stands beside the title: badges, say. */
  beside?: ReactNode
  actions?: ReactNode
}

/** The one h1 of a page, which takes the focus after a navigation, and what the browser calls the page. */
export function PageHeader({ title, tab = title, mark, beside, actions }: Props) {
  return (
    <div className={classes['header']}>
      <title>{tab}</title>
      <div className={classes['names']}>
        {mark}
        <Title order={1} tabIndex={-1}>
          {given(title)}
        </Title>
        {beside}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  )
}
