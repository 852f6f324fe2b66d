import { Stack, Text } from '@mantine/core'
import type { CliFacts } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/snippet'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Section } from '~/ui/section'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { cloudBlock, firstCommands } from './cloud-block'
import type { FoundWorkspace } from './queries'

/** How the first state gets here. */
export function NoState({ workspace, cli }: { workspace: FoundWorkspace; cli: CliFacts }) {
  const { name: organization } = useOrganization()
  return (
    <Section title="No state yet">
      <Stack gap="sm" maw={640}>
        <Text size="sm">
          Add this block to a configuration. Its state is then stored here, and runs stay on your machine.
        </Text>
        <CodeToCopy
          text={cloudBlock(cli, organization, workspace.name)}
          what="the block of the configuration"
        />
        <Text size="sm">
          Then run these commands. A local state that exists already is moved by the second.
        </Text>
        <CodeToCopy text={firstCommands(cli)} what="the commands" />
      </Stack>
    </Section>
  )
}
