'use client'

import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import {
  isConfirmationWanted,
  onConfirmationChange,
  onGateChange,
  shutGate,
  signedInAgain,
  whyShut,
} from '../data/gates'
import { listenToOtherTabs, tellOtherTabs } from '../data/tabs'
import { paths } from '../paths'
import { useInstallation } from '../ui/installation'
import { lazyDialog } from '../ui/lazy-dialog'
import { lazyPopover } from '../ui/lazy-popover'
import { Link } from '../ui/link'
import { Monogram } from '../ui/monogram'
import { useRouter } from '../ui/navigation'
import { productName } from '../ui/product-name'
import { Brand } from './brand'
import classes from './frame.module.css'
import { InboxBell } from './inbox-bell'
import { Navigation } from './navigation'
import { OrganizationSwitcher } from './organization-switcher'
import { PageArea } from './page-area'
import { PaletteButton } from './palette-button'
import { useViewer, type Viewer, ViewerProvider } from './viewer'

const MenuDrawer = lazyDialog(async () => (await import('./menu-drawer')).MenuDrawer)
const SignInAgain = lazyDialog(async () => (await import('./sign-in-again')).SignInAgain)
const ConfirmIdentity = lazyDialog(async () => (await import('./confirm-identity')).ConfirmIdentity)

/** All tabs share one session: what one does to it, the others show at once. */
function useOtherTabs(userId: string): void {
  // After a sign-in at a provider the other tabs do not know yet.
  useEffect(() => tellOtherTabs({ kind: 'signed-in', userId }), [userId])
  useEffect(
    () =>
      listenToOtherTabs((news) => {
        if (news.kind === 'signed-out') void shutGate('signed-out')
        else if (news.userId !== userId) void shutGate('other-user')
        else if (whyShut() !== undefined) signedInAgain()
      }),
    [userId],
  )
}

/** The frame of every page of a signed-in user. */
export function Frame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const { name = productName } = useInstallation()
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
        <Link href={paths.overview()} aria-label={`${name}, overview`} className={classes['home']}>
          <Brand />
        </Link>
        <span className={classes['slash']} aria-hidden>
          /
        </span>
        <div className={classes['place']}>{!viewer.needsTwoFactor && <OrganizationSwitcher />}</div>
        <PaletteButton />
        {!viewer.needsTwoFactor && <InboxBell />}
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

/** After a navigation the keyboard starts at the heading of the new page. Next itself announces the title. */
function RouteFocus() {
  const pathname = usePathname()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}

const AccountMenu = lazyPopover('menu', async () => (await import('./account-menu')).AccountMenu)

function UserMenu() {
  const { user } = useViewer()
  return (
    <AccountMenu
      target={
        <UnstyledButton
          aria-label={`Account of ${user.username}`}
          style={{ display: 'flex', borderRadius: '50%' }}
        >
          <Monogram of="person" size="lg" name={user.username} />
        </UnstyledButton>
      }
    />
  )
}
