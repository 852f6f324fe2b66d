'use client'

import { Title } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { given } from './given'
import classes from './page-header.module.css'
import { useInstallation } from './installation'

export type PageHead = {
  /** The h1, which takes the focus after a navigation. */
  heading: ReactNode
  /** The thing that the page is about a part of. */
  of?: { label: string; path: string } | undefined
  /** Stands before the title: a monogram. */
  mark?: ReactNode
  /** Stands beside the title: badges, say. */
  beside?: ReactNode
  actions?: ReactNode
}

type Props = Omit<PageHead, 'heading'> & {
  title: string
  /** What the title says once the thing stands before it. */
  short?: string
  /** What the browser shows for the page, where it is not its title alone. */
  tab?: string
}

/** How the heads of pages look that belong to something larger, whose name stands in the same line. */
export const PageHeadContext = createContext(plainHead)

/** The one h1 of a page, and what the browser calls the page. */
export function PageHeader({ title, short, tab = title, ...head }: Props) {
  const renderHead = useContext(PageHeadContext)
  const { name } = useInstallation()
  const isShort = short !== undefined && renderHead !== plainHead
  return (
    <>
      <title>{name === undefined ? tab : `${tab} · ${name}`}</title>
      {renderHead({
        ...head,
        heading: (
          <Title order={1} tabIndex={-1} aria-label={isShort ? title : undefined}>
            {given(isShort ? short : title)}
          </Title>
        ),
      })}
    </>
  )
}

/** A title of its own. */
export function plainHead({ heading, mark, beside, actions }: PageHead): ReactNode {
  return (
    <div className={classes['header']}>
      <div className={classes['names']}>
        {mark}
        {heading}
        {beside}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  )
}
