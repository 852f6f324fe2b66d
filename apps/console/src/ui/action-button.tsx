'use client'

import { Button, type ButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { lazy, type MouseEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'

const ReasonTooltip = lazy(async () => ({ default: (await import('./reason-tooltip')).ReasonTooltip }))

type Props = ButtonProps & {
  children: ReactNode
  type?: 'submit'
  onClick?: () => void
  /** Set: the button stays visible and focusable, does nothing, and says why. */
  disabledReason?: string | undefined
}

/** Action on an object: in its row, on its page and in the palette. */
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
  if (disabledReason !== undefined)
    return (
      <ClosedButton reason={disabledReason} {...props}>
        {children}
      </ClosedButton>
    )
  return (
    <Button {...props} {...(onClick && { onClick })}>
      {children}
    </Button>
  )
}

type ClosedProps = Omit<Props, 'disabledReason' | 'onClick'> & { reason: string }

/** The code of the tooltip is fetched when the button is first reached; the button itself stays what it is. */
function ClosedButton({ reason, children, ...props }: ClosedProps) {
  const reasonId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isReached, setReached] = useState<boolean>()
  return (
    <>
      <Button
        {...props}
        ref={button}
        data-disabled
        aria-disabled
        aria-describedby={reasonId}
        onClick={(event: MouseEvent) => event.preventDefault()}
        onPointerEnter={() => setReached(true)}
        onPointerLeave={() => setReached(false)}
        onFocus={() => setReached(true)}
        onBlur={() => setReached(false)}
      >
        {children}
      </Button>
      <Suspense>
        {isReached !== undefined && <ReasonTooltip reason={reason} target={button} opened={isReached} />}
      </Suspense>
      <span id={reasonId} hidden>
        {reason}
      </span>
    </>
  )
}
