import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { paths } from '../../paths'
import { currentViewer } from '../../session/ask'
import { pathHeader } from '../../session/upstream'
import { Frame } from '../../shell/frame'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer()
  // The API answers nothing else to this session until then.
  const [pathname] = (await headers()).get(pathHeader)?.split('?') ?? []
  if (viewer.needsTwoFactor && pathname !== paths.twoFactor()) redirect(paths.twoFactor())
  return <Frame viewer={viewer}>{children}</Frame>
}
