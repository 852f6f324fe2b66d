'use client'

import { UnstyledButton } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { userText } from '~/ui/user-text'
import { lazyPopover } from '~/ui/dialogs/lazy-popover'
import { Monogram } from '~/ui/monogram'
import { organizationIn } from './organization-pages'
import classes from './organization-switcher.module.css'

const load = async () => (await import('./organization-list')).OrganizationList
const OrganizationList = lazyPopover('dialog', load, { opensOnHover: true })

/** The way to another organization from anywhere; says which one the page is of. */
export function OrganizationSwitcher() {
  const here = organizationIn(usePathname())
  return (
    <OrganizationList
      target={
        <UnstyledButton
          className={classes['button']}
          aria-label={here === undefined ? 'Organizations' : `Organization ${here}`}
        >
          {here === undefined ? (
            <IconBuilding size={17} stroke={1.6} />
          ) : (
            <Monogram of="organization" name={here} />
          )}
          <span className={classes['name']}>{userText(here ?? 'Organizations')}</span>
          <span className={classes['arrow']} />
        </UnstyledButton>
      }
    />
  )
}
