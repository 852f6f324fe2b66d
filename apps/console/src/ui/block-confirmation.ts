import { createContext, use, useLayoutEffect } from 'react'

/** Takes why the question around cannot be confirmed yet; undefined once it can. */
export const BlockConfirmation = createContext<(reason: string | undefined) => void>(() => undefined)

/** What a question consists of keeps it from being confirmed, such as while its impact still loads. */
export function useBlockedConfirmation(reason: string | undefined): void {
  const block = use(BlockConfirmation)
  useLayoutEffect(() => {
    block(reason)
    return () => block(undefined)
  }, [block, reason])
}
