'use client'

import { AppShell, Burger, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { paths } from '../paths'
import { Brand } from './brand'
import { Navigation } from './navigation'
import { Palette, PaletteButton } from './palette'
import { RouteFocus } from './route-focus'
import { SignInAgain } from './sign-in-again'
import { UserMenu } from './user-menu'
import { ViewerProvider, type Viewer } from './viewer'

/** What surrounds every page of somebody who is signed in. */
export function Frame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const [menuOpened, menu] = useDisclosure()
  return (
    <ViewerProvider viewer={viewer}>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <RouteFocus />
      <AppShell
        header={{ height: 52 }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: true } }}
      >
        <AppShell.Header>
          <Group h="100%" px="sm" gap="sm" wrap="nowrap">
            <Burger
              hiddenFrom="sm"
              size="sm"
              opened={menuOpened}
              onClick={menu.toggle}
              aria-label="Navigation"
              aria-expanded={menuOpened}
            />
            <Link
              href={paths.overview()}
              aria-label="Engine, overview"
              style={{ color: 'inherit', textDecoration: 'none' }}
            >
              <Brand />
            </Link>
            <Group gap="sm" ml="auto" wrap="nowrap">
              <PaletteButton />
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar px="xs" visibleFrom="sm">
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} bg="var(--console-page)" style={{ outline: 'none' }}>
          <div
            style={{
              maxWidth: 1120,
              margin: '0 auto',
              padding: '1.25rem clamp(0.75rem, 2.5vw, 1.75rem) 3rem',
            }}
          >
            {children}
          </div>
        </AppShell.Main>
      </AppShell>
      <Drawer opened={menuOpened} onClose={menu.close} size={260} title={<Brand />} hiddenFrom="sm">
        <Navigation onNavigate={menu.close} />
      </Drawer>
      <Palette />
      <SignInAgain />
    </ViewerProvider>
  )
}
