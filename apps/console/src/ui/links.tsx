'use client'

import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { given } from './given'
import { Link } from './link'
import type { ReactNode } from 'react'

type To = { href: string; children: ReactNode }

/** The name of a thing, which leads to its page. */
export const NameLink = ({ href, children }: To) => (
  <Anchor component={Link} href={href} fw={600} inherit>
    {given(children)}
  </Anchor>
)

/** A link within a sentence. */
export const TextLink = ({ href, children }: To) => (
  <Anchor component={Link} href={href} inherit underline="always">
    {given(children)}
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
