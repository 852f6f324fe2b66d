'use client'

import { openDialog } from '~/ui/dialogs'
import { ShownOnce } from '~/ui/shown-once'

/** The link of an invitation, as long as the dialog is open. */
export function InvitationLink({ email, url, onDone }: { email: string; url: string; onDone: () => void }) {
  return (
    <ShownOnce label="Link" value={url} copyLabel="Copy link" onDone={onDone}>
      It is shown only once. Send it to {email} by a private channel; where a mail server is set up, it is on
      its way already. It works once, within seven days.
    </ShownOnce>
  )
}

export function showInvitation(email: string, url: string): void {
  void openDialog({
    title: `The link for ${email}`,
    closeOnClickOutside: false,
    content: (close) => <InvitationLink email={email} url={url} onDone={close} />,
  })
}
