import { createContext, use, useLayoutEffect } from 'react'

/** Takes why the question around cannot be confirmed yet; undefined once it can. */
export const BlockConfirmation = createContext<(reason: string | undefined) => void>(() => undefined)

/** Blocks the confirmation of the question around it, such as while its effects load. */
export function useBlockedConfirmation(reason: string | undefined): void {
  const block = use(BlockConfirmation)
  useLayoutEffect(() => {
    block(reason)
    return () => block(undefined)
  }, [block, reason])
}
