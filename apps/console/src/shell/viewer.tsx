'use client'

import { createContext, useContext, type ReactNode } from 'react'
import type { SitePermission, ViewerQuery } from '../data/generated/graphql'

export type Viewer = NonNullable<ViewerQuery['viewer']> &
  Pick<ViewerQuery, 'singleSignOn'> &
  ViewerQuery['setup'] & {
    /** True if the site knows the name of a CLI. */
    hasCli: boolean
  }

const ViewerContext = createContext<Viewer | undefined>(undefined)

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}

/** Returns the signed-in user. Their rights decide what pages offer; the API decides what happens. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (viewer === undefined) throw new Error('useViewer works on signed-in pages only')
  return viewer
}

export function useMay(permission: SitePermission): boolean {
  return useViewer().permissions.includes(permission)
}
