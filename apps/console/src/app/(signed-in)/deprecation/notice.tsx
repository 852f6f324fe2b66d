import { Alert, Anchor, Text } from '@mantine/core'
import { IconArchive, IconBan } from '@tabler/icons-react'
import { Address } from '~/ui/address'
import type { Deprecation } from './badge'

/** Why a thing should not be used any more, for all who look at it. */
export function DeprecationNotice({ what, deprecation }: { what: string; deprecation: Deprecation }) {
  const { status, reason, link } = deprecation
  const isRevoked = status === 'REVOKED'
  return (
    <Alert
      color={isRevoked ? 'red' : 'orange'}
      icon={isRevoked ? <IconBan size={18} /> : <IconArchive size={18} />}
      title={isRevoked ? `This ${what} is revoked: it cannot be installed` : `This ${what} is deprecated`}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {reason ?? 'No reason was given.'}
      </Text>
      {link !== null && (
        <Anchor href={link} rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Address text={link} />
        </Anchor>
      )}
    </Alert>
  )
}
