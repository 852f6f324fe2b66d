'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useRouter } from '../navigation'

/**
 * A dialog that is open by its address, as `?dialog=<name>`: it can be linked to, and the back button closes it.
 * `extra` names further parameters that leave the address with it.
 */
export function useUrlDialog(name: string, extra: readonly string[] = []) {
  const isInAddress = useSearchParams().get('dialog') === name
  const router = useRouter()
  const openedHere = useRef(false)
  useEffect(() => {
    if (!isInAddress) openedHere.current = false
  }, [isInAddress])
  // The address follows a moment later: a dialog that closed only then would take the focus from what came meanwhile.
  const [isClosed, setClosed] = useState(false)
  if (isClosed && !isInAddress) setClosed(false)

  function open(values: Record<string, string> = {}) {
    const next = new URLSearchParams(window.location.search)
    for (const [key, value] of Object.entries({ ...values, dialog: name })) next.set(key, value)
    window.history.pushState(null, '', `?${next.toString()}`)
    openedHere.current = true
    setClosed(false)
  }

  function close() {
    setClosed(true)
    if (openedHere.current) return router.back()
    const next = new URLSearchParams(window.location.search)
    for (const key of ['dialog', ...extra]) next.delete(key)
    window.history.replaceState(null, '', window.location.pathname + (next.size > 0 ? `?${next}` : ''))
  }

  return { opened: isInAddress && !isClosed, open, close }
}
