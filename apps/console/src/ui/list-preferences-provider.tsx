'use client'

import { createContext, use, useState, type ReactNode } from 'react'
import { preferencesCookie, usualPreferences, type ListPreferences } from './list-preferences'

const Context = createContext({
  owner: '',
  preferences: usualPreferences,
  keep: (_: Partial<ListPreferences>): void => undefined,
})

/** How lists are laid out in this browser, and the way to change it. */
export const useListPreferences = () => use(Context)

type Props = {
  /** Whose saved views are offered: more than one person may use a browser. */
  owner: string
  initial: ListPreferences
  children: ReactNode
}

export function ListPreferencesProvider({ owner, initial, children }: Props) {
  const [preferences, setPreferences] = useState(initial)
  const keep = (changed: Partial<ListPreferences>) => {
    const next = { ...preferences, ...changed }
    setPreferences(next)
    const secure = window.location.protocol === 'https:' ? '; secure' : ''
    const value = encodeURIComponent(JSON.stringify(next))
    document.cookie = `${preferencesCookie}=${value}; path=/; max-age=31536000; samesite=lax${secure}`
  }
  return <Context value={{ owner, preferences, keep }}>{children}</Context>
}
