import type { ReactNode } from 'react'

/** A question before something that cannot be taken back. */
export type Confirmation = {
  /** Names the thing, such as `Delete 1.9.0?`. */
  title: string
  /** What will happen. */
  children: ReactNode
  /** The word on the button, such as `Delete 1.9.0`. */
  action: string
  cancel?: string
  danger?: boolean | undefined
  /** Offers a field for why, which goes to the audit log; it may have to be filled in. */
  askReason?: boolean | 'required' | undefined
  /** What has to be typed first, such as the name of the thing, where a slip would cost too much. */
  typed?: string | undefined
  /**
   * Does it. What it returns is what stood against it; the dialog shows it and stays. When it rejects, the dialog stays
   * too, and the failure has been shown already.
   */
  run: (reason: string | undefined) => Promise<readonly string[]> | readonly string[]
  onClose?: () => void
}
