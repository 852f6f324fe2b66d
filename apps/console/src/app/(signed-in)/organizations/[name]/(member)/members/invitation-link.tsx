'use client'

import { openDialog } from '~/ui/dialogs'
import { ShownOnce } from '~/ui/shown-once'

export type Link = { email: string; url: string; mailed: boolean }

export function InvitationLink({ email, url, mailed, onDone }: Link & { onDone: () => void }) {
  return (
    <ShownOnce label="Link" value={url} copyLabel="Copy link" onDone={onDone}>
      It is shown only once.{' '}
      {mailed
        ? `A letter with it is on its way to ${email}.`
        : `It was not mailed: send it to ${email} by a private channel.`}{' '}
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
