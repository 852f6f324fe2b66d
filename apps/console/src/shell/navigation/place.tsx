'use client'

import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import type { Counted, Named } from './organization-pages'

/** The organization whose pages the navigation shows. */
export type Place = Named & { counts: Readonly<Partial<Record<Counted, number>>> }

const PlaceContext = createContext<Place | undefined>(undefined)
const SetPlaceContext = createContext<(place: Place | undefined) => void>(() => undefined)

type Props = { initial: Place | undefined; children: ReactNode }

/** Knows the organization of the page: at first from the server, then from the layout of the page itself. */
export function PlaceProvider({ initial, children }: Props) {
  const [place, setPlace] = useState(initial)
  return (
    <SetPlaceContext value={setPlace}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </SetPlaceContext>
  )
}

/** The organization that the page is in; undefined on pages of the site. */
export const usePlace = (): Place | undefined => useContext(PlaceContext)

/** Tells the navigation where the page is, until the page is left. */
export function useIsIn(place: Place | undefined): void {
  const setPlace = useContext(SetPlaceContext)
  useLayoutEffect(() => {
    setPlace(place)
    return () => setPlace(undefined)
  }, [setPlace, place])
}
