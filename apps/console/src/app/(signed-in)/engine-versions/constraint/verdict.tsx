import { Alert, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { EngineConstraintQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { NameLink } from '~/ui/links'
import { count } from '~/ui/plural'
import { Badges } from '../badges'

type Found = EngineConstraintQuery['engineConstraint']

/** Which version would be chosen, of how many. */
export function Verdict({ found, stale }: { found: Found | undefined; stale: boolean }) {
  if (!found || found.faults.length > 0) return null
  const { chosen, versions } = found
  const met = `${count(versions.totalCount, 'version')} ${versions.totalCount === 1 ? 'meets' : 'meet'} it`
  return (
    <Alert
      role="status"
      color={chosen ? 'green' : 'orange'}
      icon={chosen ? <IconCircleCheck size={18} /> : <IconCircleX size={18} />}
      aria-busy={stale}
    >
      <Group gap="xs">
        {chosen ? (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <NameLink href={paths.engineVersion(chosen.id)}>{chosen.version}</NameLink> would be chosen.{' '}
              {met}.
            </Text>
            <Badges version={chosen} />
          </>
        ) : (
          <Text size="sm">
            {versions.totalCount === 0
              ? 'Nothing would be chosen.'
              : `${met}, but none is chosen: all of them are disabled, or beta and not asked for by their number.`}
          </Text>
        )}
      </Group>
    </Alert>
  )
}
