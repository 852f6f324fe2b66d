import { IconAlertTriangle, IconCheck, IconNumbers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Banner } from '~/ui/banner'
import { type Verdict, verdictWords } from './interface-words'

type Props = {
  verdict: Verdict
  /** Why it was published although it breaks its callers. */
  accepted?: string | null
  actions?: ReactNode
  role?: 'alert' | 'status'
  /** Stands after the sentence. */
  children?: ReactNode
}

/** Whether callers have to change, and whether the number says so, at a glance. */
export function VerdictBanner({ verdict, accepted = null, actions, role = 'status', children }: Props) {
  const { title, text } = verdictWords(verdict)
  return (
    <Banner {...looksOf(verdict)} title={title} actions={actions} role={role}>
      {text} {children}
      {accepted !== null && verdict.breakingCount > 0 && `\nPublished all the same: ${accepted}`}
    </Banner>
  )
}

function looksOf({ breakingCount, missingStep }: Verdict) {
  if (breakingCount > 0)
    return { color: missingStep === null ? 'orange' : 'red', icon: IconAlertTriangle } as const
  return missingStep === null
    ? ({ color: 'green', icon: IconCheck } as const)
    : ({ color: 'yellow', icon: IconNumbers } as const)
}
