'use client'

import { useEffect, useRef } from 'react'
import { confirm } from '../ui/dialogs/confirm'
import { useRouter } from '../ui/navigation'

/** True if the shown page has unsaved input. */
let unsaved = false
/** True if that input is text, which can be typed again; a running upload cannot. */
let isText = false

/** Lets the page be loaded again without a question; false if what is unsaved would be lost. */
export function openGuard(): boolean {
  if (unsaved && !isText) return false
  unsaved = false
  return true
}

/** Asks before unsaved changes are lost. Resolves to true at once when there are none. */
export function mayLeave(): Promise<boolean> {
  if (!unsaved) return Promise.resolve(true)
  return new Promise((resolve) =>
    confirm({
      title: 'Leave without saving?',
      children: 'What you changed on this page is not saved yet and would be lost.',
      action: 'Leave without saving',
      cancel: 'Stay here',
      danger: true,
      run: () => {
        unsaved = false
        resolve(true)
        return []
      },
      onClose: () => resolve(false),
    }),
  )
}

/** The link a click would follow inside this tab and this console, if any. */
function linkOf(event: MouseEvent): URL | undefined {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const anchor = event.target instanceof Element ? event.target.closest('a') : null
  if (!plain || event.defaultPrevented || !anchor?.href || (anchor.target && anchor.target !== '_self'))
    return undefined
  const url = new URL(anchor.href)
  const here = window.location
  const samePage = url.pathname === here.pathname && url.search === here.search
  return url.origin === here.origin && !samePage ? url : undefined
}

/**
 * Guards what is typed on a page against links, the back button, reloading and closing. The back button
 * needs a second history entry of the same page: going back then ends on this page, where one can ask.
 *
 * Returns the way to the page that follows what is saved, which takes the place of both entries: the back button must
 * not lead to what was typed before.
 */
export function useUnsavedChanges(dirty: boolean, isTyped = false): (path: string) => void {
  const router = useRouter()
  const armed = useRef(false)

  useEffect(() => {
    unsaved = dirty
    isText = isTyped
    if (!dirty) return
    if (!armed.current) window.history.pushState(null, '', window.location.href)
    armed.current = true

    const onClick = (event: MouseEvent) => {
      const url = linkOf(event)
      if (!url) return
      event.preventDefault()
      event.stopPropagation()
      void mayLeave().then((leave) => leave && router.push(url.pathname + url.search + url.hash))
    }
    const onBack = () => {
      if (!unsaved) return
      window.history.pushState(null, '', window.location.href)
      void mayLeave().then((leave) => leave && window.history.go(-2))
    }
    const onUnload = (event: BeforeUnloadEvent) => unsaved && event.preventDefault()

    document.addEventListener('click', onClick, true)
    window.addEventListener('popstate', onBack)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      unsaved = false
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('popstate', onBack)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [dirty, isTyped, router])

  return (path) => {
    unsaved = false
    if (!armed.current) return router.replace(path)
    window.addEventListener('popstate', () => router.replace(path), { once: true })
    window.history.back()
  }
}
