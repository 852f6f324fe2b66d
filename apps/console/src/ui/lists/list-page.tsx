'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Empty, type Picture } from '../feedback/empty'
import { List } from './list'
import { PageHeader } from '../page-header'
import { capitalized, pluralOf } from './noun'

type Props<Row extends { id: string }, Flag extends string> = ComponentProps<typeof List<Row, Flag>> & {
  /** Title of the whole, for a page that is one of several; the browser shows it. */
  within?: string
  /** Leads to what makes a new row; false for those who may not. */
  newButton?: ReactNode
  /** Stands above the list. */
  above?: ReactNode
  icon: Picture
}

/** A page that is a list. What is within says what a row is, where there is none at all. */
export function ListPage<Row extends { id: string }, Flag extends string>({
  within,
  newButton,
  above,
  icon,
  children,
  ...list
}: Props<Row, Flag>) {
  const plural = pluralOf(list.noun)
  const title = capitalized(plural)
  return (
    <>
      <PageHeader
        title={title}
        tab={within === undefined ? title : `${title} · ${within}`}
        actions={newButton}
      />
      {above}
      <List {...list}>
        <Empty icon={icon} title={`No ${plural} yet`} action={newButton}>
          {children}
        </Empty>
      </List>
    </>
  )
}
