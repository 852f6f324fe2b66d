import type { ReactNode } from 'react'
import { currentViewer } from '~/session/ask'
import { accountPagesFor } from '~/shell/pages'
import { SectionLinks } from '~/ui/section-links'

/** All that is about the own account, in one place. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <SectionLinks label="Account" sections={accountPagesFor(await currentViewer())}>
      {children}
    </SectionLinks>
  )
}
