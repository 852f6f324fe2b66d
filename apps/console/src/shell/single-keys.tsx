'use client'

import { useEffect, useEffectEvent } from 'react'
import { mayLeave } from './leave-guard'
import { pagesFor } from './navigation/pages'
import { areKeysOn, letterTimeout, stepOf, type Shortcut } from './shortcuts'
import { useViewer } from './viewer'
import { useRouter } from '../ui/navigation'

/** Elements that take letters themselves when focused. */
const taking = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog]'

const isForPage = ({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(defaultPrevented || ctrlKey || metaKey || altKey) &&
  !(target instanceof Element && target.closest(taking)) &&
  !document.querySelector('[role=dialog][aria-modal=true]')

/** Shortcuts of single keys: `/`, `?`, and `g` with the letter of a page. Shows nothing. */
export function SingleKeys({ search, help }: { search: () => void; help: () => void }) {
  const router = useRouter()
  const viewer = useViewer()
  const run = useEffectEvent((shortcut: Shortcut) => {
    if (shortcut.kind === 'help') return help()
    if (shortcut.kind === 'search') return searchHere() || search()
    const page = pagesFor(viewer).find(({ key }) => key === shortcut.key)
    if (page) void mayLeave().then((leave) => leave && router.push(page.path))
  })
  useEffect(() => {
    let waitsUntil = 0
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Shift' || !isForPage(event) || !areKeysOn()) return
      const { next, waits } = stepOf(event.key, event.timeStamp < waitsUntil)
      waitsUntil = waits ? event.timeStamp + letterTimeout : 0
      if (!next) return
      event.preventDefault()
      run(next)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return null
}

/** Brings the focus into the search of the list that is shown; false where there is none. */
function searchHere(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
