import { IconHistory } from '@tabler/icons-react'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/links'

/** The link to an organization's events in the audit log. */
export const WhatHappenedHere = ({ organization }: { organization: string }) => (
  <LinkButton
    href={paths.audit({ organization })}
    size="xs"
    variant="default"
    leftSection={<IconHistory size={15} stroke={1.6} />}
  >
    What happened here
  </LinkButton>
)
