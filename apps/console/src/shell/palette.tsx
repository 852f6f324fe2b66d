'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconPlus, IconSearch, type Icon } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../paths'
import { Note } from '../ui/texts'
import { mayLeave } from './leave-guard'
import { pagesFor } from './pages'
import { useFoundThings } from './palette-search'
import { palette, paletteStore, useFirstEntryMarked } from './palette-store'
import { useDeclaredActions } from './quick-actions'
import { useMay, useViewer } from './viewer'

/** A list that is too long can be scrolled by keyboard too. The library hands this on; its types do not say so. */
const scrolledByKeyboard = { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'What was found' } }

type Entry = { label: string; icon: Icon; run: () => void }

/**
 * Everything by keyboard: pages, what the page of the moment offers, and things by name. Opens or closes each time
 * that `asked` grows.
 */
export function Palette({ asked }: { asked: number }) {
  const answered = useRef(0)
  useEffect(() => {
    if (answered.current === asked) return
    answered.current = asked
    palette.toggle()
  }, [asked])

  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text.trim(), 200)
  const router = useRouter()
  const viewer = useViewer()
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  const declared = useDeclaredActions()
  const found = useFoundThings(searched)

  const goTo = (path: string) => () => router.push(path)
  const pages: Entry[] = pagesFor(viewer).map((page) => ({ ...page, run: goTo(page.path) }))
  const commands: Entry[] = mayWrite
    ? [{ label: 'New engine version', icon: IconPlus, run: goTo(paths.engineVersionNew()) }]
    : []
  const things = text.trim() === '' ? [] : found.groups
  const fits = ({ label }: Entry) => label.toLowerCase().includes(text.trim().toLowerCase())
  const groups = [
    { label: 'This page', entries: declared.filter(fits) },
    { label: 'Commands', entries: commands.filter(fits) },
    { label: 'Pages', entries: pages.filter(fits) },
    ...things.map(({ label, icon, links }) => ({
      label,
      entries: links.map((link): Entry => ({ label: link.label, icon, run: goTo(link.path) })),
    })),
  ].filter(({ entries }) => entries.length > 0)
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
      styles={{ actionLabel: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
    >
      <Spotlight.Search
        placeholder="A page, a command, a version, an organization"
        aria-label="Search and commands"
        leftSection={<IconSearch size={18} stroke={1.6} />}
      />
      <Spotlight.ActionsList {...scrolledByKeyboard}>
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map((entry) => (
              <Spotlight.Action
                key={entry.label}
                label={entry.label}
                leftSection={<entry.icon size={17} stroke={1.6} />}
                onClick={() => void mayLeave().then((leave) => leave && entry.run())}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>
            <Note>{found.isFetching ? 'Searching…' : 'Nothing found.'}</Note>
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
