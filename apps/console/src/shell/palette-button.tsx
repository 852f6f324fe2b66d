'use client'

import { Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './palette.module.css'

const Palette = lazy(async () => ({ default: (await import('./palette')).Palette }))

/** The way to the palette for the mouse, a finger and the keys, which it tells. */
export function PaletteButton() {
  const mac = useOs() === 'macos'
  const [asked, setAsked] = useState(0)
  const ask = () => setAsked((times) => times + 1)
  useHotkeys([['mod + K', ask]], [])
  return (
    <>
      <UnstyledButton className={classes['button']} onClick={ask} aria-label="Search and commands">
        <IconSearch size={16} />
        <span className={classes['hint']}>Search and commands</span>
        <Kbd size="xs" className={classes['hint'] ?? ''}>
          {mac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <Suspense>{asked > 0 && <Palette asked={asked} />}</Suspense>
    </>
  )
}
