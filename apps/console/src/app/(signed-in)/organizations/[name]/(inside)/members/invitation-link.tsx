'use client'

import { modals } from '@mantine/modals'
import { ShownOnce } from '../../../../../../ui/shown-once'

/** The link by which somebody joins, as long as the dialog is open. */
export function InvitationLink({ email, url, onDone }: { email: string; url: string; onDone: () => void }) {
  return (
    <ShownOnce label="Link" value={url} copyLabel="Copy link" onDone={onDone}>
      It is shown this once. Send it to {email} by a way that nobody else reads; where a mail server is set
      up, it is on its way already. It works once, within seven days.
    </ShownOnce>
  )
}

export function showInvitation(email: string, url: string): void {
  const modal = modals.open({
    title: `The link for ${email}`,
    closeOnClickOutside: false,
    children: <InvitationLink email={email} url={url} onDone={() => modals.close(modal)} />,
  })
}
