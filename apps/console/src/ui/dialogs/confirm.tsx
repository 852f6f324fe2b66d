'use client'

import type { Confirmation } from './confirm-form'
import { openDialog } from './dialogs'

/** The one way to ask before something that cannot be undone. */
export function confirm(confirmation: Confirmation): void {
  void import('./confirm-form').then(({ ConfirmForm }) =>
    openDialog({
      title: confirmation.title,
      content: (close) => <ConfirmForm {...confirmation} close={close} />,
      onClose: () => confirmation.onClose?.(),
    }),
  )
}
