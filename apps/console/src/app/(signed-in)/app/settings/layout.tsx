import type { ReactNode } from 'react'
import { currentViewer } from '~/session/ask'
import { accountPagesFor } from '~/shell/pages'
import { SectionLinks } from '~/ui/section-links'

export default async function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <SectionLinks label="Account" sections={accountPagesFor(await currentViewer())}>
      {children}
    </SectionLinks>
  )
}
