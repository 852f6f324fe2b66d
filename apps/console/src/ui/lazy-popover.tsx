'use client'

import {
  cloneElement,
  useCallback,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ComponentType,
  type ReactElement,
  type RefAttributes,
} from 'react'
import { flushSync } from 'react-dom'
import { toastFailure } from './toast'

type Button = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>>

/** What a menu or a popover gets once its code is here; it makes its target of the button. */
export type Hanging = { target: Button; opened: boolean; onChange: (opened: boolean) => void }

/** A lazy popover or menu, with its button: its code is fetched when the pointer or the focus reaches that. */
export function lazyPopover<Props extends object>(
  popup: 'menu' | 'dialog',
  load: () => Promise<ComponentType<Props & Hanging>>,
): ComponentType<Props & { target: Button }> {
  const ahead = () => void load().catch(() => undefined)
  return function LazyPopover({ target, ...rest }: Props & { target: Button }) {
    const [Popover, setPopover] = useState<ComponentType<Props & Hanging>>()
    const [opened, setOpened] = useState(false)
    const shown = useRef<HTMLButtonElement>(null)
    const ref = useCallback((button: HTMLButtonElement | null) => void (shown.current = button), [])
    // A popover gives the focus back to where it was when it opened, which it notices only if it was closed before;
    // and its button is a new element.
    async function fetchAndOpen() {
      const component = await load()
      flushSync(() => setPopover(() => component))
      shown.current?.focus()
      setOpened(true)
    }
    if (Popover) {
      const hanging: Hanging = { target: cloneElement(target, { ref }), opened, onChange: setOpened }
      return <Popover {...(rest as unknown as Props)} {...hanging} />
    }
    return cloneElement(target, {
      ref,
      'aria-haspopup': popup,
      'aria-expanded': false,
      onPointerEnter: ahead,
      onFocus: ahead,
      onClick: () => void fetchAndOpen().catch(toastFailure),
    })
  }
}
