'use client'

import { createContext, use, useState, type ReactNode } from 'react'
import { preferencesCookie, usualPreferences, type ListPreferences } from './list-preferences'

const Context = createContext({
  owner: '',
  preferences: usualPreferences,
  keep: (_: Partial<ListPreferences>): void => undefined,
})

/** Returns this browser's list preferences and a function to change them. */
export const useListPreferences = () => use(Context)

type Props = {
  /** Owner of the saved views: several people may use one browser. */
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
