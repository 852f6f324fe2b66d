import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { currentViewer } from '~/session/ask'
import { Frame } from '~/shell/frame'
import { preferencesCookie, readPreferences } from '~/ui/lists/list-preferences'
import { ListPreferencesProvider } from '~/ui/lists/list-preferences-provider'
import { findPlace } from './organizations/[name]/access'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const preferences = readPreferences((await cookies()).get(preferencesCookie)?.value)
  const viewer = await currentViewer()
  return (
    <ListPreferencesProvider owner={viewer.user.id} initial={preferences}>
      <Frame viewer={viewer} place={await findPlace(viewer)}>
        {children}
      </Frame>
    </ListPreferencesProvider>
  )
}
