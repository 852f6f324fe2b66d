import type { ReactNode } from 'react'
import { currentViewer } from '~/session/ask'
import { accountPagesFor } from '~/shell/navigation/pages'
import { WithMonogram } from '~/ui/monogram'
import { SectionLinks } from '~/ui/section-links'
import { Small } from '~/ui/texts'
import classes from './profile.module.css'

export default async function AccountLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer()
  return (
    <>
      <Profile {...viewer} />
      <SectionLinks label="Account" sections={accountPagesFor(viewer)}>
        {children}
      </SectionLinks>
    </>
  )
}

type Viewer = Awaited<ReturnType<typeof currentViewer>>

/** Says above all pages of the account whose it is. */
const Profile = ({ user: { username, email }, permissions }: Pick<Viewer, 'user' | 'permissions'>) => (
  <section aria-label="Profile" className={classes['profile']}>
    <WithMonogram of="person" name={username}>
      <strong>{username}</strong>
      <Small>
        {[
          email ?? 'No e-mail address',
          ...(permissions.includes('SITE_ORGANIZATIONS_WRITE') ? ['Site administrator'] : []),
        ].join(' · ')}
      </Small>
    </WithMonogram>
  </section>
)
