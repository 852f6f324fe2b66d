import { Anchor } from '@mantine/core'
import { IconArchive, IconBan } from '@tabler/icons-react'
import { Address } from '~/ui/address'
import { Banner } from '~/ui/feedback/banner'
import type { Deprecation } from './badge'

/** Notice for all viewers that says why something should no longer be used. */
export function DeprecationNotice({ what, deprecation }: { what: string; deprecation: Deprecation }) {
  const { status, reason, link } = deprecation
  const isRevoked = status === 'REVOKED'
  return (
    <Banner
      color={isRevoked ? 'red' : 'orange'}
      icon={isRevoked ? IconBan : IconArchive}
      title={isRevoked ? `This ${what} is revoked: it cannot be installed` : `This ${what} is deprecated`}
    >
      {reason ?? 'No reason was given.'}{' '}
      {link !== null && (
        <Anchor href={link} rel="noreferrer" inherit underline="always">
          <Address text={link} />
        </Anchor>
      )}
    </Banner>
  )
}
