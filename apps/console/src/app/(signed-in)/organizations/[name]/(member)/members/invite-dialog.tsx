'use client'

import { Alert, Button, Group, Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { sortUserErrors } from '~/data/user-errors'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useInvite } from './changes'
import { InvitationLink } from './invitation-link'
import { useTeamOptions } from './team-options'

type Link = { email: string; url: string }

/** Invites by e-mail address, and shows the link once. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [link, setLink] = useState<Link>()
  const close = () => {
    setLink(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={link ? `The link for ${link.email}` : 'Invite a member'}
      closeOnClickOutside={link === undefined}
    >
      {link ? <InvitationLink {...link} onDone={close} /> : <InviteForm onLink={setLink} onClose={close} />}
    </Modal>
  )
}

function InviteForm({ onLink, onClose }: { onLink: (link: Link) => void; onClose: () => void }) {
  const { name } = useOrganization()
  const [email, setEmail] = useState('')
  const [teams, setTeams] = useState<string[]>([])
  const invite = useInvite()
  const picker = useTeamOptions()
  const { fields, rest } = sortUserErrors(invite.data?.userErrors ?? [], (path) => path === 'email')

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const answer = await invite.mutateAsync({ organization: name, email: email.trim(), teams })
    if (answer.userErrors.length > 0) return
    if (answer.invitationUrl !== null) return onLink({ email: email.trim(), url: answer.invitationUrl })
    toastDone(`${answer.organizationMembership?.user?.username ?? email} has an account and is a member now.`)
    onClose()
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <Stack gap="md">
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join('. ')}
          </Alert>
        )}
        <Text size="sm">
          The person joins by a link, with an account or by making one. It says nothing about whether the
          address has an account.
        </Text>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fields['email']}
        />
        <MultiSelect
          label="Teams"
          description="None is fine too: members without a team look, and change nothing."
          {...picker}
          value={teams}
          onChange={setTeams}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
