'use client'

import { useEffect } from 'react'
import { entriesOf, storedText, storeText } from '../data/stored'
import { useViewer } from './viewer'

/** Limit of the organizations: as many as a person remembers. */
const most = 5

const keyOf = (userId: string): string => `engine-recent-organizations:${userId}`

/** Returns the list with this organization first, and each once. */
export const withOrganization = (recent: readonly string[], name: string): string[] =>
  [name, ...recent.filter((each) => each !== name)].slice(0, most)

const isName = (value: unknown): value is string => typeof value === 'string'

/** The organizations that the user was in last in this browser, the last one first. */
export const recentOrganizations = (userId: string): string[] =>
  entriesOf(storedText(keyOf(userId)), isName).slice(0, most)

export const forgetOrganizations = (userId: string): void => storeText(keyOf(userId), null)

/** Remembers in this browser that the user is in this organization. */
export function useRecentOrganization(name: string): void {
  const { id } = useViewer().user
  useEffect(
    () => storeText(keyOf(id), JSON.stringify(withOrganization(recentOrganizations(id), name))),
    [id, name],
  )
}
