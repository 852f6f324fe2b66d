import { IconLink } from '@tabler/icons-react'
import { change } from '~/data/use-change'
import { showInvitation } from './invitation-link'

/** Creates another link for an invited person, in place of the one before. */
export const renew = ({ id, email }: { id: string; email: string }) => ({
  label: 'New link',
  icon: IconLink,
  change: change('organizationMembershipInvitationRenew', { id }),
  question: {
    title: `Create a new link for ${email}?`,
    body: 'The previous link stops working. The new one works once, within seven days.',
    confirm: 'Create link',
  },
  done: ({ invitationUrl, mailed }: { invitationUrl: string | null; mailed: boolean | null }) =>
    showInvitation({ email, url: invitationUrl ?? '', mailed: mailed === true }),
})
