'use client'

import { useSearchParams } from 'next/navigation'
import type { MouseEvent } from 'react'
import { TabRow } from './tab-row'
import classes from './tabs.module.css'
import { numberText } from './text'

export type Tab = {
  key: string
  label: string
  /** Number of entries in the tab. */
  count?: number
}

/** Returns the tab in the address, which may be an old name of it; the first tab by default. */
export function useTab(tabs: readonly Tab[], former: Readonly<Record<string, string>> = {}): string {
  const asked = useSearchParams().get('tab') ?? ''
  const named = Object.hasOwn(former, asked) ? former[asked] : asked
  return tabs.find(({ key }) => key === named)?.key ?? tabs[0]?.key ?? ''
}

/** Shows a tab by its address, without asking the server, and keeps what else the address says. */
export function showTab(key: string): void {
  window.history.pushState(null, '', addressOf(new URLSearchParams(window.location.search), key))
}

function addressOf(params: URLSearchParams, key: string): string {
  const next = new URLSearchParams(params)
  // What was looked for in the list of one tab is not looked for in that of another.
  for (const name of [...next.keys()]) if (/(^|-)(search|page)$/.test(name)) next.delete(name)
  next.set('tab', key)
  return `?${next.toString()}`
}

/** Tabs of a page, each with its own address. */
export function Tabs({ label, tabs, here }: { label: string; tabs: readonly Tab[]; here: string }) {
  const params = useSearchParams()
  const open = (event: MouseEvent, key: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    showTab(key)
  }
  return (
    <TabRow label={label} here={here}>
      {tabs.map(({ key, label: text, count }) => (
        <li key={key}>
          <a
            href={addressOf(new URLSearchParams(params), key)}
            aria-current={key === here ? 'page' : undefined}
            onClick={(event) => open(event, key)}
          >
            {text}
            {count !== undefined && <span className={classes['count']}>{numberText(count)}</span>}
          </a>
        </li>
      ))}
    </TabRow>
  )
}
