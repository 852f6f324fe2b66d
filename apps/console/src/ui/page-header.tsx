'use client'

import { Title } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { userText } from './user-text'
import classes from './page-header.module.css'
import { useInstallation } from './installation'

export type PageHead = {
  /** The h1, which takes the focus after a navigation. */
  heading: ReactNode
  /** The thing that the page is about a part of. */
  of?: { label: string; path: string } | undefined
  /** Stands before the title: a monogram. */
  mark?: ReactNode
  /** Element next to the title, such as badges. */
  afterTitle?: ReactNode
  actions?: ReactNode
}

type Props = Omit<PageHead, 'heading'> & {
  title: string
  /** Title in the browser, if it is not that of the page. */
  tab?: string
}

/** Renderer for the heads of pages that belong to something larger, with the way up to it. */
export const PageHeadContext = createContext(plainHead)

/** The one h1 of a page, and what the browser calls the page. */
export function PageHeader({ title, tab = title, ...head }: Props) {
  const renderHead = useContext(PageHeadContext)
  const { name } = useInstallation()
  return (
    <>
      <title>{name === undefined ? tab : `${tab} · ${name}`}</title>
      {renderHead({
        ...head,
        heading: (
          <Title order={1} tabIndex={-1}>
            {userText(title)}
          </Title>
        ),
      })}
    </>
  )
}

/** Renders a head with its own title. */
export function plainHead({ heading, mark, afterTitle, actions }: PageHead): ReactNode {
  return (
    <div className={classes['header']}>
      <div className={classes['names']}>
        {mark}
        {heading}
        {afterTitle}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  )
}
