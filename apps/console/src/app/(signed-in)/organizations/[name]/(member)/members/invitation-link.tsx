'use client'

import { openDialog } from '~/ui/dialogs/dialogs'
import { ShownOnce } from '~/ui/dialogs/shown-once'

export type Link = { email: string; url: string; mailed: boolean }

export function InvitationLink({ email, url, mailed, onDone }: Link & { onDone: () => void }) {
  return (
    <ShownOnce label="Link" value={url} copyLabel="Copy link" onDone={onDone}>
      {mailed
        ? `Sent to ${email}. The link is also shown here, only once.`
        : `No mail was sent. Send this link to ${email} yourself, by a private channel: it is shown only once.`}{' '}
      It works once, within seven days.
    </ShownOnce>
  )
}

export function showInvitation(link: Link): void {
  void openDialog({
    title: `The link for ${link.email}`,
    closeOnClickOutside: false,
    content: (close) => <InvitationLink {...link} onDone={close} />,
  })
}
