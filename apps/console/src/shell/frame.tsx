'use client'

import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '../ui/link'
import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { isConfirmationWanted, onConfirmationChange } from '../data/confirmation-gate'
import { onGateChange, whyShut } from '../data/sign-in-gate'
import { paths } from '../paths'
import { lazyDialog } from '../ui/lazy-dialog'
import { useRouter } from '../ui/navigation'
import { Brand } from './brand'
import classes from './frame.module.css'
import { Navigation } from './navigation'
import { useOtherTabs } from './other-tabs'
import { PageArea } from './page-area'
import { PaletteButton } from './palette-button'
import { RouteFocus } from './route-focus'
import { UserMenu } from './user-menu'
import { ViewerProvider, type Viewer } from './viewer'

const MenuDrawer = lazyDialog(async () => (await import('./menu-drawer')).MenuDrawer)
const SignInAgain = lazyDialog(async () => (await import('./sign-in-again')).SignInAgain)
const ConfirmIdentity = lazyDialog(async () => (await import('./confirm-identity')).ConfirmIdentity)

/** The frame of every page of a signed-in user. */
export function Frame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const [menuOpened, menu] = useDisclosure()
  const reason = useSyncExternalStore(onGateChange, whyShut, () => undefined)
  const isConfirming = useSyncExternalStore(onConfirmationChange, isConfirmationWanted, () => false)
  useOtherTabs(viewer.user.id)
  const isRedirected = useTwoFactorFirst(viewer)
  return (
    <ViewerProvider viewer={viewer}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <RouteFocus />
      <header className={classes['header']}>
        <UnstyledButton
          className={classes['menu']}
          onClick={menu.toggle}
          aria-label="Navigation"
          aria-expanded={menuOpened}
        >
          <IconMenu2 size={20} stroke={1.8} />
        </UnstyledButton>
        <Link href={paths.overview()} aria-label="Engine, overview" className={classes['home']}>
          <Brand />
        </Link>
        <PaletteButton />
        <UserMenu />
      </header>
      <div className={classes['below']}>
        <div className={classes['side']}>
          <Navigation />
        </div>
        <main id="main" tabIndex={-1} className={classes['main']}>
          <PageArea>{!isRedirected && children}</PageArea>
        </main>
      </div>
      <MenuDrawer opened={menuOpened} onClose={menu.close} />
      <ConfirmIdentity opened={isConfirming} />
      <SignInAgain opened={reason !== undefined} reason={reason} />
    </ViewerProvider>
  )
}

/** Leads back to the only page that is open to a session which has to set up a second factor. */
function useTwoFactorFirst({ needsTwoFactor }: Viewer): boolean {
  const router = useRouter()
  const isRedirected = usePathname() !== paths.twoFactor() && needsTwoFactor
  useEffect(() => {
    if (isRedirected) router.replace(paths.twoFactor())
  }, [isRedirected, router])
  return isRedirected
}
