'use client'

import { Popover, TextInput } from '@mantine/core'
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks'
import { IconBuilding, IconCheck, IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { cloneElement, type KeyboardEvent, useState } from 'react'
import { graphql } from '~/data/generated'
import type { SwitcherOrganizationQuery } from '~/data/generated/graphql'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { userText } from '~/ui/user-text'
import type { HoverPopoverProps } from '~/ui/dialogs/lazy-popover'
import { Link } from '~/ui/link'
import { Monogram } from '~/ui/monogram'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'
import { organizationIn } from './organization-pages'
import classes from './organization-switcher.module.css'
import { recentOrganizations } from '../recent-organizations'
import { samePageIn } from './same-page'
import { useMay, useViewer } from '../viewer'

const SwitcherOrganizations = graphql(`
  query SwitcherOrganizations($search: String!) {
    viewer {
      organizations(search: $search, page: { size: 10 }) {
        nodes {
          name
          permissions
        }
        totalCount
      }
    }
  }
`)

/** One that was used last; null once it is gone, or closed to the viewer. */
const SwitcherOrganization = graphql(`
  query SwitcherOrganization($name: String!) {
    organization(name: $name) {
      name
      permissions
    }
  }
`)

type Organization = NonNullable<SwitcherOrganizationQuery['organization']>

/** The opened list of the organizations, each of which leads to the page of the kind that is shown. */
export function OrganizationList({ target, opened, isHovered, onChange }: HoverPopoverProps) {
  // One that opened by itself leaves the keyboard where it is, so the key would not reach it.
  useWindowEvent('keydown', ({ key }) => isHovered && key === 'Escape' && onChange(false))
  return (
    <Popover
      position="bottom-start"
      offset={4}
      width={270}
      shadow="md"
      opened={opened}
      onChange={onChange}
      trapFocus={!isHovered}
      returnFocus={!isHovered}
    >
      <Popover.Target>
        {cloneElement(target, { onClick: () => onChange(!opened || isHovered) })}
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label="Organizations">
        <Choices takesFocus={!isHovered} close={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

const words = {
  pending: 'Loading…',
  error: 'They cannot be loaded now.',
  success: 'You are in no organization yet.',
}

function Choices({ takesFocus, close }: { takesFocus: boolean; close: () => void }) {
  const pathname = usePathname()
  const isSiteWriter = useMay('SITE_ORGANIZATIONS_WRITE')
  const [text, setText] = useState('')
  const { groups, total, status } = useOrganizations(text.trim())
  const here = organizationIn(pathname)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes['choices']} tabIndex={-1} data-autofocus onKeyDown={moveFocus}>
      <TextInput
        type="search"
        size="xs"
        placeholder="Find an organization"
        aria-label="Find an organization"
        leftSection={<IconSearch size={14} />}
        ref={takesFocus ? focus : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {groups.map(({ label, organizations }) => (
        <div key={label} role="group" aria-label={label}>
          <div className={classes['heading']}>{label}</div>
          <ul className={classes['list']}>
            {organizations.map((organization) => (
              <li key={organization.name}>
                <Link
                  className={classes['link']}
                  href={samePageIn(organization, pathname, isSiteWriter)}
                  aria-current={organization.name === here ? 'true' : undefined}
                  onClick={close}
                >
                  <Monogram of="organization" name={organization.name} />
                  <span className={classes['name']}>{userText(organization.name)}</span>
                  {organization.name === here && <IconCheck size={14} aria-hidden />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {groups.length === 0 && (
        <Note px={8} py={4}>
          {text === '' || status !== 'success' ? words[status] : 'None has this in its name.'}
        </Note>
      )}
      <div className={classes['all']}>
        <Link className={classes['link']} href={paths.organizations()} onClick={close}>
          <IconBuilding size={16} stroke={1.6} />
          {total > 1 ? `All ${count(total, 'organization')}` : 'All organizations'}
        </Link>
      </div>
    </div>
  )
}

/** The first of those that fit; without a text those that were used last come before them. */
function useOrganizations(text: string) {
  const { user } = useViewer()
  const [search] = useDebouncedValue(text, 150)
  const { data, status } = useQueryKeepingPrevious(SwitcherOrganizations, { search })
  const [used] = useState(() => recentOrganizations(user.id))
  const found = data?.viewer?.organizations
  const nodes: readonly Organization[] = found?.nodes ?? []
  const isMany = found !== undefined && found.totalCount > nodes.length
  const missing =
    isMany && search === '' ? used.filter((name) => nodes.every((node) => node.name !== name)) : []
  const asked = useQueries({ queries: missing.map((name) => query(SwitcherOrganization, { name })) })
  const known = [...nodes, ...asked.flatMap((answer) => answer.data?.organization ?? [])]
  const recent = used.flatMap((name) => known.find((each) => each.name === name) ?? [])
  const groups =
    search === ''
      ? [
          { label: 'Recent', organizations: recent },
          {
            label: recent.length > 0 ? 'Others' : 'Organizations',
            organizations: nodes.filter((node) => !recent.includes(node)),
          },
        ]
      : [{ label: 'Found', organizations: nodes }]
  return {
    groups: groups.filter(({ organizations }) => organizations.length > 0),
    total: search === '' ? (found?.totalCount ?? 0) : 0,
    status,
  }
}

const focus = (field: HTMLElement | null): void => field?.focus()

/** The arrows move between the search and the links, as in a menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops.at((at + step + stops.length) % stops.length)?.focus()
}
