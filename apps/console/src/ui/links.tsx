'use client'

import { Anchor, Button, type ButtonProps, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from './lists/data-table'
import { userText } from './user-text'
import { Link } from './link'

type To = { href: string; children: ReactNode }

/** The name of a thing, which leads to its page. */
export const NameLink = ({ href, children }: To) => (
  <Anchor component={Link} href={href} fw={600} inherit data-opens>
    {userText(children)}
  </Anchor>
)

/** A column of names, each of which leads to the page of its row where that has one that can be opened. */
export const nameColumn = <Row extends { name: string }>(
  header: string,
  width: number,
  pathOf: (row: Row) => string | undefined,
  textOf: (row: Row) => string = ({ name }) => name,
): Column<Row> => ({
  key: 'name',
  header,
  width,
  place: 'title',
  cell: (row) => {
    const path = pathOf(row)
    if (path !== undefined) return <NameLink href={path}>{textOf(row)}</NameLink>
    return (
      <Text span inherit fw={600}>
        {userText(textOf(row))}
      </Text>
    )
  },
})

/** A link within a sentence. */
export const TextLink = ({ href, children }: To) => (
  <Anchor component={Link} href={href} inherit underline="always">
    {userText(children)}
  </Anchor>
)

/** A link to a page of the console that looks like a button. */
export const LinkButton = ({ href, children, ...props }: ButtonProps & To) => (
  <Button component={Link} href={href} {...props}>
    {children}
  </Button>
)

/** Leads to the form for a new thing. */
export const NewButton = ({ href, children }: To) => (
  <LinkButton href={href} leftSection={<IconPlus size={16} />}>
    {children}
  </LinkButton>
)
