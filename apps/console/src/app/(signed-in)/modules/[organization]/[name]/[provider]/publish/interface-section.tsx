import { Group, Loader, Stack, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { interfacePolicies } from '~/app/(signed-in)/modules/interface-policies'
import type { ModuleInterfacePolicy } from '~/data/generated/graphql'
import { Banner } from '~/ui/feedback/banner'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import type { Check } from './interface-check'

// What was found is told long after the page is there.
const Outcome = dynamic(async () => (await import('./interface-outcome')).Outcome)

type Props = {
  policy: ModuleInterfacePolicy
  check: Check
  /** True if the viewer may publish what the policy refuses. */
  mayAccept: boolean
  onNumber: (version: string) => void
  /** Field for the reason to publish it nevertheless. */
  children: ReactNode
}

/** Section that shows, before a version is published, what it would do to callers of the previous release. */
export function InterfaceSection({ policy, check, mayAccept, onNumber, children }: Props) {
  return (
    <Section title="Interface">
      <Stack gap="sm">
        <Note>
          A version that breaks callers although its number promises not to {interfacePolicies[policy].does}.
        </Note>
        <Found check={check} mayAccept={mayAccept} onNumber={onNumber} />
        {children}
      </Stack>
    </Section>
  )
}

function Found({ check, ...props }: Pick<Props, 'check' | 'mayAccept' | 'onNumber'>) {
  switch (check.step) {
    case 'none':
      return null
    case 'checking':
      return <Checking share={check.share} />
    case 'failed':
      return (
        <Banner
          color="gray"
          icon={IconPlugConnectedX}
          role="status"
          title="Not checked for breaking changes."
        >
          {check.reason}
          {'\n'}You can publish it anyway: the platform then checks again.
        </Banner>
      )
    case 'checked':
      return <Outcome outcome={check.outcome} {...props} />
  }
}

const Checking = ({ share }: { share: number }) => (
  <Group gap="xs" role="status">
    <Loader size="xs" />
    <Text size="sm">
      {share > 0 && share < 1
        ? `Sending the sources: ${Math.floor(share * 100)} %`
        : 'Comparing with the release before it…'}
    </Text>
  </Group>
)
