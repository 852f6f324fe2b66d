import { IconAlertTriangle, IconCheck, IconNumbers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Banner } from '~/ui/feedback/banner'
import { type Verdict, verdictWords } from '../interface-words'

type Props = {
  verdict: Verdict
  /** Reason why it was published although it breaks its callers. */
  accepted?: string | null
  actions?: ReactNode
  role?: 'alert' | 'status'
  /** Stands after the sentence. */
  children?: ReactNode
}

/** Banner that says at a glance whether callers have to change, and whether the version number says so. */
export function VerdictBanner({ verdict, accepted = null, actions, role = 'status', children }: Props) {
  const { title, text } = verdictWords(verdict)
  return (
    <Banner {...looksOf(verdict)} title={title} actions={actions} role={role}>
      {text} {children}
      {accepted !== null && verdict.breakingCount > 0 && `\nPublished anyway: ${accepted}`}
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
