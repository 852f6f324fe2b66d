'use client'

import {
  cloneElement,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ComponentType,
  type PointerEvent,
  type ReactElement,
  type RefAttributes,
} from 'react'
import { flushSync } from 'react-dom'
import { toastFailure } from '../feedback/toast'

type Button = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>>

/** Cause of the opening: a mouse that stays on the button, which leaves the focus where it is, or a press. */
type Opening = 'hover' | 'press'

/** Props of a menu or popover once its code is loaded; the button is its target. */
export type PopoverProps = { target: Button; opened: boolean; onChange: (opened: boolean) => void }

/** Additional props of a popover that opens on hover. */
export type HoverPopoverProps = PopoverProps & { isHovered: boolean }

type Options = { opensOnHover?: boolean }

/** A lazy popover or menu, with its button: its code is fetched when the pointer or the focus reaches that. */
export function lazyPopover<Props extends object>(
  popup: 'menu' | 'dialog',
  load: () => Promise<ComponentType<Props & HoverPopoverProps>>,
  { opensOnHover = false }: Options = {},
): ComponentType<Props & { target: Button }> {
  const ahead = () => void load().catch(() => undefined)
  return function LazyPopover({ target, ...rest }: Props & { target: Button }) {
    const [Popover, setPopover] = useState<ComponentType<Props & HoverPopoverProps>>()
    const [opening, setOpening] = useState<Opening>()
    const shown = useRef<HTMLButtonElement>(null)
    const ref = useCallback((button: HTMLButtonElement | null) => void (shown.current = button), [])
    // A popover gives the focus back to where it was when it opened, which it notices only if it was closed before;
    // and its button is a new element.
    async function fetchAndOpen(by: Opening) {
      const component = await load()
      if (by === 'hover' && !hover.isInside()) return
      const takesFocus = by === 'press' || document.activeElement === shown.current
      flushSync(() => setPopover(() => component))
      if (takesFocus) shown.current?.focus()
      setOpening(by)
    }
    const hover = useHover({
      open: () =>
        Popover ? setOpening((now) => now ?? 'hover') : void fetchAndOpen('hover').catch(() => {}),
      close: () => setOpening((now) => (now === 'hover' ? undefined : now)),
    })
    function change(opened: boolean) {
      hover.forget()
      setOpening(opened ? 'press' : undefined)
    }
    // A menu hands what it does not know down to its element.
    const isHovered = opensOnHover && { isHovered: opening === 'hover' }
    const given = { ...rest, ...isHovered } as unknown as Props & Pick<HoverPopoverProps, 'isHovered'>
    const shownTarget = Popover ? (
      <Popover
        {...given}
        target={cloneElement(target, { ref })}
        opened={opening !== undefined}
        onChange={change}
      />
    ) : (
      cloneElement(target, {
        ref,
        'aria-haspopup': popup,
        'aria-expanded': false,
        onPointerEnter: ahead,
        onFocus: ahead,
        onClick: () => {
          hover.forget()
          void fetchAndOpen('press').catch(toastFailure)
        },
      })
    )
    if (!opensOnHover) return shownTarget
    // What hangs elsewhere in the document is within it all the same, for the events of React.
    return (
      <span style={{ display: 'contents' }} {...hover.events}>
        {shownTarget}
      </span>
    )
  }
}

const openAfter = 120
const closeAfter = 250

/**
 * Opens where a mouse moves and stays, and closes once it has left. What moves under a mouse that lies still opens
 * nothing, and neither does the focus; one that was closed opens again only after the mouse was elsewhere.
 */
function useHover({ open, close }: { open: () => void; close: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isArmed = useRef(true)
  const isInside = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (delay: number, work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, delay)
  }
  return {
    isInside: () => isInside.current,
    /** Cancels the wait after another opening or closing. */
    forget() {
      clearTimeout(timer.current)
      isArmed.current = false
    },
    events: {
      onPointerEnter() {
        clearTimeout(timer.current)
        isArmed.current = true
        isInside.current = true
      },
      onPointerMove({ pointerType, movementX, movementY }: PointerEvent) {
        if (pointerType !== 'mouse' || !isArmed.current || (movementX === 0 && movementY === 0)) return
        isArmed.current = false
        later(openAfter, open)
      },
      onPointerLeave() {
        isInside.current = false
        later(closeAfter, close)
      },
    },
  }
}
