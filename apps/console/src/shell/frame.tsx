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
import { lazyDialog } from '../ui/dialogs/lazy-dialog'
import { lazyPopover } from '../ui/dialogs/lazy-popover'
import { Link } from '../ui/link'
import { Monogram } from '../ui/monogram'
import { useRouter } from '../ui/navigation'
import { warmRowsOnceTouched } from '../ui/warm-pages'
import { productName } from '../ui/product-name'
import { Brand } from './brand'
import classes from './frame.module.css'
import { InboxBell } from './inbox-bell'
import { Navigation } from './navigation/navigation'
import { OrganizationSwitcher } from './navigation/organization-switcher'
import { type Place, PlaceProvider } from './navigation/place'
import { PageArea } from './page-area'
import { PaletteButton } from './palette/button'
import { useMay, useViewer, type Viewer, ViewerProvider } from './viewer'

const MenuDrawer = lazyDialog(async () => (await import('./navigation/menu-drawer')).MenuDrawer)
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

type FrameProps = {
  viewer: Viewer
  /** The organization of the first page that is shown. */
  place: Place | undefined
  children: ReactNode
}

/** The frame of every page of a signed-in user. */
export function Frame({ viewer, place, children }: FrameProps) {
  const { name = productName } = useInstallation()
  const [menuOpened, menu] = useDisclosure()
  const reason = useSyncExternalStore(onGateChange, whyShut, () => undefined)
  const isConfirming = useSyncExternalStore(onConfirmationChange, isConfirmationWanted, () => false)
  useOtherTabs(viewer.user.id)
  const pathname = usePathname()
  useEffect(warmRowsOnceTouched, [pathname])
  const isRedirected = useTwoFactorFirst(viewer)
  return (
    <Within viewer={viewer} place={place}>
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
          <NoCli />
          <PageArea>{!isRedirected && children}</PageArea>
        </main>
      </div>
      <MenuDrawer opened={menuOpened} onClose={menu.close} />
      <ConfirmIdentity opened={isConfirming} />
      <SignInAgain opened={reason !== undefined} reason={reason} />
    </Within>
  )
}

const Within = ({ viewer, place, children }: FrameProps) => (
  <ViewerProvider viewer={viewer}>
    <PlaceProvider initial={place}>{children}</PlaceProvider>
  </ViewerProvider>
)

/** Says on every page what keeps each CLI from working, to those who can mend it; the page that it leads to says more. */
function NoCli() {
  const { hasCli, needsTwoFactor } = useViewer()
  const isAdministrator = useMay('SITE_ORGANIZATIONS_WRITE')
  const isToldThere = usePathname() === paths.connect()
  if (hasCli || needsTwoFactor || !isAdministrator || isToldThere) return null
  return (
    <p role="status" className={classes['notice']}>
      <strong>No CLI works with this site yet.</strong> Set <code>ENGINE_ALIASES</code> to the name of its
      command. <Link href={paths.connect()}>Show the command</Link>
    </p>
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

/** Focuses the heading of the new page after a navigation. Next itself announces the title. */
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
