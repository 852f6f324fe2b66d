'use client'

import { Button, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { lazy, type MouseEvent, type ReactNode, Suspense, useId } from 'react'

const ReasonTooltip = lazy(async () => ({ default: (await import('./reason-tooltip')).ReasonTooltip }))

type Props = ButtonProps & {
  children: ReactNode
  type?: 'submit'
  onClick?: () => void
  /** Set: the button stays visible and focusable, does nothing, and says why. */
  disabledReason?: string | undefined
}

/** Something that can be done with a thing: in its row, on its page and in the palette. */
export type Action = {
  label: string
  icon: Icon
  run: () => void
  danger?: boolean
  /** Set: it stays in sight, does nothing, and says why. */
  disabledReason?: string | undefined
}

/** A button that can say why it does nothing. */
export function ActionButton({ disabledReason, onClick, children, ...props }: Props) {
  const reasonId = useId()
  if (disabledReason === undefined)
    return (
      <Button {...props} {...(onClick && { onClick })}>
        {children}
      </Button>
    )
  const button = (
    <Button
      {...props}
      data-disabled
      aria-disabled
      aria-describedby={reasonId}
      onClick={(event: MouseEvent) => event.preventDefault()}
    >
      {children}
    </Button>
  )
  return (
    <>
      <Suspense fallback={button}>
        <ReasonTooltip reason={disabledReason} button={button} />
      </Suspense>
      <span id={reasonId} hidden>
        {disabledReason}
      </span>
    </>
  )
}
