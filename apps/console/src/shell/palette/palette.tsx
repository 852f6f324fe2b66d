'use client'

import { Kbd } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { type Icon, IconList, IconSearch, IconUserCircle } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { DeprecationStatus } from '~/data/generated/graphql'
import { DeprecationStatusBadge } from '~/ui/feedback/deprecation-status-badge'
import { useRouter } from '~/ui/navigation'
import { Note } from '~/ui/texts'
import { mayLeave } from '../leave-guard'
import { organizationPages } from '../navigation/organization-pages'
import { accountPagesFor, type Page, pagesFor } from '../navigation/pages'
import { usePlace } from '../navigation/place'
import { runOnPage, useDeclaredActions } from '../quick-actions'
import { recentThings } from '../recent-things'
import { kinds, type Thing } from '../thing'
import { addUse, timesUsed } from '../uses'
import { useMay, useViewer } from '../viewer'
import { askedOf, hasOther, type Offer, offersOf } from './acts'
import { type Command, fitsText, useCommands } from './commands'
import { takeBufferedKeys } from './key-buffer'
import classes from './palette.module.css'
import { groupsOf, useHits } from './search'

/** A list that is too long can be scrolled by keyboard too. The library hands this on; its types do not say so. */
const scrolledByKeyboard = { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Results' } }

/** More of them would hide what was found. */
const mostCommands = 12

type Entry = {
  id: string
  label: string
  icon: Icon
  run: () => void
  hint?: string
  keys?: string
  deprecationStatus?: DeprecationStatus
}

type Props = {
  asked: number
  /** Opens the list of keyboard shortcuts. */
  help: () => void
}

export const [paletteStore, palette] = createSpotlight()

/**
 * Marks the first entry, also where another one comes before it later, which the library does not: the Enter key needs the
 * mark.
 */
function useFirstEntryMarked(first: string | undefined): void {
  const marked = useRef<string>(undefined)
  useEffect(() => {
    const list = document.getElementById(paletteStore.getState().listId)
    const selected = list?.querySelector('[data-selected]')
    if (!list || (selected && marked.current === first)) return
    marked.current = first
    selected?.removeAttribute('data-selected')
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    paletteStore.updateState((state) => ({ ...state, selected: 0 }))
  })
}

/**
 * Palette for the keyboard: pages, commands, actions of the current page, and objects by name. Opens or
 * closes whenever `asked` grows.
 */
export function Palette({ asked, help }: Props) {
  const answered = useRef(0)
  useEffect(() => {
    if (answered.current === asked) return
    answered.current = asked
    if (paletteStore.getState().opened) takeBufferedKeys()
    palette.toggle()
  }, [asked])

  const [text, setText] = useState('')
  const { groups, isFetching } = useGroups(text.trim(), help)
  useFirstEntryMarked(groups[0]?.entries[0]?.id)

  return (
    <Spotlight.Root
      store={paletteStore}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={() => setText('')}
      shortcut={null}
      scrollable
      maxHeight={420}
      // It stays where it is while what was found changes.
      centered={false}
      overlayProps={{ backgroundOpacity: 0.4 }}
      classNames={{ actionsGroup: classes['group'] ?? '', action: classes['action'] ?? '' }}
      styles={{
        actionLabel: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
        actionDescription: { overflowWrap: 'anywhere' },
      }}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
    >
      <Spotlight.Search
        placeholder="Search or run a command"
        aria-label="Search and commands"
        leftSection={<IconSearch size={18} stroke={1.6} />}
        onFocus={() => {
          const kept = takeBufferedKeys()
          if (kept !== '') setText(kept)
        }}
      />
      <Spotlight.ActionsList {...scrolledByKeyboard}>
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <EntryAction key={entry.id} entry={entry} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>
            <Note>{isFetching ? 'Searching…' : <NothingFound />}</Note>
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function EntryAction({ entry }: { entry: Entry }) {
  return (
    <Spotlight.Action
      label={entry.label}
      {...(entry.hint && { description: entry.hint })}
      leftSection={<entry.icon size={17} stroke={1.6} />}
      rightSection={
        entry.deprecationStatus ? (
          <span className={classes['badge']}>
            <DeprecationStatusBadge status={entry.deprecationStatus} />
          </span>
        ) : (
          entry.keys && <Kbd size="xs">{entry.keys}</Kbd>
        )
      }
      onClick={() => void mayLeave().then((leave) => leave && entry.run())}
    />
  )
}

/** Returns what makes entries of things, pages, commands and offers. */
function useEntries() {
  const router = useRouter()
  const { id } = useViewer().user
  const goTo = (path: string) => () => {
    addUse(id, path)
    router.push(path)
  }
  return {
    goTo,
    ofThing: ({ kind, label, path, hint = '', deprecationStatus }: Thing): Entry => ({
      id: `${kind} ${path} ${label}`,
      // The page of a thing counts its visits itself.
      ...{ label, hint, icon: kinds[kind].icon, run: () => router.push(path) },
      ...(deprecationStatus && { deprecationStatus }),
    }),
    ofPage: ({ path, label, icon, key }: Pick<Page, 'path' | 'label' | 'icon' | 'key'>): Entry => ({
      id: path,
      ...{ label, icon, run: goTo(path), ...(key !== undefined && { keys: `g ${key}` }) },
    }),
    ofCommand: ({ label, icon, path, run = () => {} }: Command): Entry => ({
      id: label,
      ...{ label, icon, run: path === undefined ? run : goTo(path) },
    }),
    ofOffer: ({ label, icon, path, action, hint = '' }: Offer): Entry => ({
      id: `${label} ${path}`,
      ...{ label, icon, hint },
      run: action === undefined ? goTo(path) : () => runOnPage(path, action, goTo(path)),
    }),
  }
}

/** Returns the things that a text finds, and what can be done with them if it begins with a verb. */
function useFound(text: string) {
  const [searched] = useDebouncedValue(text, 150)
  const { permissions, user } = useViewer()
  const asked = askedOf(searched)
  const search = text === '' ? '' : (asked?.thing ?? searched)
  const { hits, others, isFetching } = useHits(search, asked && hasOther(asked) ? asked.other : '')
  const offers =
    asked && text !== '' ? offersOf(asked, hits, others, (each) => permissions.includes(each)) : []
  return { hits, offers, groups: groupsOf(hits, search, timesUsed(user.id), permissions), isFetching }
}

/** Returns the entries for a text; without one, recently opened objects. */
function useGroups(text: string, help: () => void) {
  const viewer = useViewer()
  const place = usePlace()
  const declared = useDeclaredActions()
  const found = useFound(text)
  const commands = useCommands(help, found.hits)
  const { goTo, ofThing, ofPage, ofCommand, ofOffer } = useEntries()
  const times = timesUsed(viewer.user.id)
  const recent = recentThings(viewer.user.id).filter(({ kind }) => kind in kinds)
  const accountPages = accountPagesFor(viewer).map((page) => ({ ...page, icon: IconUserCircle }))
  const ofPlace = place
    ? organizationPages(place, viewer.permissions.includes('SITE_ORGANIZATIONS_WRITE'))
    : []
  const byUse = (entries: Entry[]) => entries.toSorted((one, two) => times(two.id) - times(one.id))
  const fits = ({ label }: Entry) => fitsText({ label }, text)
  const groups = [
    {
      label: 'This page',
      entries: declared.map((action): Entry => ({ id: action.label, ...action })).filter(fits),
    },
    { label: 'Recent', entries: text === '' ? recent.map(ofThing) : [] },
    { label: 'Actions', entries: found.offers.map(ofOffer) },
    {
      label: 'Commands',
      entries: commands
        .filter((command) => fitsText(command, text))
        .toSorted((one, two) => times(two.path ?? '') - times(one.path ?? ''))
        .slice(0, mostCommands)
        .map(ofCommand),
    },
    {
      label: `Pages of ${place?.name ?? ''}`,
      entries: text === '' ? [] : byUse(ofPlace.map(ofPage).filter(fits)),
    },
    { label: 'Pages', entries: byUse([...pagesFor(viewer), ...accountPages].map(ofPage).filter(fits)) },
    ...found.groups.map(({ label, things, all }) => ({
      label,
      entries: [
        ...things.map(ofThing),
        ...(all ? [{ id: all.path, label: all.label, icon: IconList, run: goTo(all.path) }] : []),
      ],
    })),
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), isFetching: found.isFetching }
}

/** Says what can be typed, of what the viewer may do. */
function NothingFound() {
  const mayShare = useMay('SITE_ORGANIZATIONS_WRITE')
  const mayDeprecate = useMay('ENGINE_VERSIONS_WRITE')
  const examples = [
    ...(mayDeprecate ? ['deprecate 1.9'] : []),
    ...(mayShare ? ['share network with payments'] : []),
    'publish network',
    'new workspace in acme',
  ]
  return (
    <>
      Nothing found. Type a part of a name, or a verb and a thing:{' '}
      {examples.map((example, index) => (
        <Fragment key={example}>
          {index > 0 && ', '}
          <strong>{example}</strong>
        </Fragment>
      ))}
      .
    </>
  )
}
