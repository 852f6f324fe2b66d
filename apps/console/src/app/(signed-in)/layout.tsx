import type { ReactNode } from 'react'
import { currentViewer } from '~/session/ask'
import { Frame } from '~/shell/frame'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  return <Frame viewer={await currentViewer()}>{children}</Frame>
}
