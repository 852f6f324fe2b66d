'use client'

import { Modal, MultiSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { openOnClick } from '~/ui/open-on-click'
import { useValueWhileOpen } from '~/ui/dialogs/use-value-while-open'
import { InvitationLink, type Link } from './invitation-link'
import { useTeamOptions } from './team-options'

const MembershipCreate = graphql(`
  mutation MembershipCreate($input: OrganizationMembershipCreateInput!) {
    organizationMembershipCreate(input: $input) {
      invitationUrl
      mailed
      organizationMembership {
        email
        user {
          username
        }
      }
    }
  }
`)

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [link, setLink] = useValueWhileOpen<Link>(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={link ? `The link for ${link.email}` : 'Invite a member'}
      closeOnClickOutside={link === undefined}
    >
      {link ? (
        <InvitationLink {...link} onDone={onClose} />
      ) : (
        <InviteForm onLink={setLink} onClose={onClose} />
      )}
    </Modal>
  )
}

const empty = { email: '', teams: [] as string[] }

function InviteForm({ onLink, onClose }: { onLink: (link: Link) => void; onClose: () => void }) {
  const { name } = useOrganization()
  const form = useForm({ initialValues: empty })
  const invite = useChange(MembershipCreate)
  const picker = useTeamOptions()

  async function submit(values: typeof empty) {
    const email = values.email.trim()
    const answer = await invite.mutateAsync({ organization: name, email, teams: values.teams })
    const { invitationUrl, mailed, organizationMembership, userErrors } = answer
    if (invitationUrl !== null) onLink({ email, url: invitationUrl, mailed: mailed === true })
    if (invitationUrl !== null || userErrors.length > 0) return userErrors
    return { done: `${organizationMembership?.user?.username ?? email} has an account and is a member now.` }
  }

  return (
    <DialogForm form={form} submitLabel="Invite" noValidate onClose={onClose} onSubmit={submit}>
      <Text size="sm">
        The person joins with a link, by signing in or creating an account. The link does not reveal whether
        the address has an account.
      </Text>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <MultiSelect
        label="Teams"
        description="Optional: members without a team have read-only access."
        {...picker}
        {...openOnClick(form.getInputProps('teams'))}
      />
    </DialogForm>
  )
}
