'use client'

import { Kbd } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { type Icon, IconSearch, IconUserCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { DeprecationStatus } from '../data/generated/graphql'
import { DeprecationStatusBadge } from '../ui/deprecation-status-badge'
import { useRouter } from '../ui/navigation'
import { Note } from '../ui/texts'
import { takeKeys } from './kept-keys'
import { mayLeave } from './leave-guard'
import { accountPagesFor, pagesFor } from './pages'
import { fitsText, useCommands } from './palette-commands'
import { useFoundThings } from './palette-search'
import classes from './palette.module.css'
import { useDeclaredActions } from './quick-actions'
import { recentThings } from './recent-things'
import { kinds, type Thing } from './thing'
import { useViewer } from './viewer'

/** A list that is too long can be scrolled by keyboard too. The library hands this on; its types do not say so. */
const scrolledByKeyboard = { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'What was found' } }

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

/** Marks the first entry, also of those found later, which the library does not: the Enter key needs the mark. */
export function useFirstEntryMarked(): void {
  useEffect(() => {
    const list = document.getElementById(paletteStore.getState().listId)
    if (!list || list.querySelector('[data-selected]')) return
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    paletteStore.updateState((state) => ({ ...state, selected: 0 }))
  })
}

/**
 * Everything by keyboard: pages, commands, what the page of the moment offers, and things by name. Opens or closes each
 * time that `asked` grows.
 */
export function Palette({ asked, help }: Props) {
  const answered = useRef(0)
  useEffect(() => {
    if (answered.current === asked) return
    answered.current = asked
    if (paletteStore.getState().opened) takeKeys()
    palette.toggle()
  }, [asked])

  const [text, setText] = useState('')
  const { groups, isFetching } = useGroups(text.trim(), help)
  useFirstEntryMarked()

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
          const kept = takeKeys()
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
            <Note>{isFetching ? 'Searching…' : 'Nothing found.'}</Note>
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

/** What is offered for a text; without one, what was looked at last. */
function useGroups(text: string, help: () => void) {
  const [searched] = useDebouncedValue(text, 150)
  const router = useRouter()
  const viewer = useViewer()
  const declared = useDeclaredActions()
  const commands = useCommands(help)
  const found = useFoundThings(text === '' ? '' : searched)

  const recent = recentThings(viewer.user.id).filter(({ kind }) => kind in kinds)

  const goTo = (path: string) => () => router.push(path)
  const entryOf = ({ kind, label, path, hint = '', deprecationStatus }: Thing): Entry => ({
    id: `${kind} ${path} ${label}`,
    ...{ label, hint, icon: kinds[kind].icon, run: goTo(path) },
    ...(deprecationStatus && { deprecationStatus }),
  })
  const pages = pagesFor(viewer).map(({ path, label, icon, key }): Entry => ({
    id: path,
    ...{ label, icon, run: goTo(path), ...(key !== undefined && { keys: `g ${key}` }) },
  }))
  const accountPages = accountPagesFor(viewer).map(({ path, label }): Entry => ({
    id: path,
    ...{ label, icon: IconUserCircle, run: goTo(path) },
  }))
  const groups = [
    {
      label: 'This page',
      entries: declared.map((action): Entry => ({ id: action.label, ...action })).filter(fits),
    },
    { label: 'Recent', entries: text === '' ? recent.map(entryOf) : [] },
    {
      label: 'Commands',
      entries: commands
        .filter((command) => fitsText(command, text))
        .slice(0, mostCommands)
        .map(({ label, icon, path, run = () => {} }): Entry => ({
          id: label,
          ...{ label, icon, run: path === undefined ? run : goTo(path) },
        })),
    },
    { label: 'Pages', entries: [...pages, ...accountPages].filter(fits) },
    ...found.groups.map(({ label, things }) => ({ label, entries: things.map(entryOf) })),
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), isFetching: found.isFetching }

  function fits({ label }: Entry): boolean {
    return fitsText({ label }, text)
  }
}
