'use client'

import { UnstyledButton } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { bufferKeys } from './key-buffer'
import classes from './palette.module.css'

const load = async () => ({ default: (await import('./palette')).Palette })
const Palette = lazy(load)
const SingleKeys = lazy(async () => ({
  default: await import('../single-keys').then(
    (file): typeof Missing => file.SingleKeys,
    () => Missing,
  ),
}))
const ShortcutsDialog = lazyDialog(async () => (await import('../shortcuts-dialog')).ShortcutsDialog)

/** The way to the palette for the mouse, a finger and the keys, which it tells. */
export function PaletteButton() {
  const mac = useOs() === 'macos'
  const [asked, setAsked] = useState(0)
  const [hasHelp, setHelp] = useState(false)
  const ask = () => {
    // Until the palette is there and has the focus, which takes a moment, also once it is loaded.
    bufferKeys()
    setAsked((times) => times + 1)
  }
  useHotkeys([['mod + K', ask]], [])
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const help = () => setHelp(true)
  return (
    <>
      <UnstyledButton
        className={classes['button']}
        onClick={ask}
        onPointerEnter={fetchAhead}
        aria-label="Search and commands"
      >
        <IconSearch size={16} />
        <span className={classes['hint']}>Search and commands</span>
        <kbd className={classes['keys']}>{mac ? '⌘ K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      <Suspense>{asked > 0 && <Palette asked={asked} help={help} />}</Suspense>
      <Suspense>{isIdle && <SingleKeys search={ask} help={help} />}</Suspense>
      <ShortcutsDialog opened={hasHelp} onClose={() => setHelp(false)} />
    </>
  )
}

/** A failure is told where the palette is asked for. */
function fetchAhead() {
  void load().catch(() => undefined)
}

/** The page itself comes first. */
function whenIdle(work: () => void): (() => void) | undefined {
  if (!('requestIdleCallback' in window)) return void work()
  const idle = requestIdleCallback(work, { timeout: 3_000 })
  return () => cancelIdleCallback(idle)
}

/** The page does without single keys where they cannot be fetched. */
function Missing(_: { search: () => void; help: () => void }) {
  return null
}
