'use client'

// oxlint-disable-next-line no-restricted-imports
import { useRouter as useNextRouter } from 'next/navigation'
import {
  createContext,
  useCallback,
  useContext,
  useMemo,
  useState,
  useTransition,
  type ReactNode,
} from 'react'

type Go = (path: string, how: 'push' | 'replace') => void

const GoContext = createContext<Go>(() => undefined)
const TargetContext = createContext<string | undefined>(undefined)

/** Knows which navigation is under way, whatever began it: the link or the menu may be gone by then. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const router = useNextRouter()
  const [isPending, startTransition] = useTransition()
  const [target, setTarget] = useState<string>()
  const go = useCallback<Go>(
    (path, how) => {
      setTarget(path)
      startTransition(() => router[how](path))
    },
    [router],
  )
  return (
    <GoContext value={go}>
      <TargetContext value={isPending ? target : undefined}>{children}</TargetContext>
    </GoContext>
  )
}

/** Goes to a page, seen by all that shows that a navigation is under way. */
export const useGo = (): Go => useContext(GoContext)

/** The address that a navigation leads to, while it is under way. */
export const useNavigationTarget = (): string | undefined => useContext(TargetContext)

/** Router of Next whose navigations the shell can see. */
export function useRouter() {
  const router = useNextRouter()
  const go = useGo()
  return useMemo(
    () => ({
      ...router,
      push: (path: string) => go(path, 'push'),
      replace: (path: string) => go(path, 'replace'),
    }),
    [router, go],
  )
}
