'use client'

import { Button, Group } from '@mantine/core'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { LinkButton } from '~/ui/links'

export type AskedSharing = { id: string; organization: string; producer: string }

/** Grants what an organization asks for by the filled-in form, or declines it with a reason. */
export function SharingRequestButtons({ request }: { request: AskedSharing }) {
  const { id, organization, producer } = request
  const ask = useAsk()
  const about = `the modules of ${producer} with ${organization}`
  const decline = () =>
    ask({
      change: change('sharingRequestDecline', { id }),
      question: {
        title: `Decline to share ${about}?`,
        body: 'The person who asked gets your reason in their inbox.',
        confirm: 'Decline',
        reason: 'required',
      },
      done: `The request of ${organization} is declined.`,
    })
  return (
    <Group gap="xs" mt={6}>
      <LinkButton
        size="compact-xs"
        variant="light"
        href={paths.organizationSharing(producer, { with: organization })}
        aria-label={`Share ${about}`}
      >
        Share
      </LinkButton>
      <Button size="compact-xs" variant="default" onClick={decline} aria-label={`Decline to share ${about}`}>
        Decline
      </Button>
    </Group>
  )
}
