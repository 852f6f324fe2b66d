import { Stack } from '@mantine/core'
import { FactList, recordFacts } from '~/ui/fact-list'
import { KeptSettings } from '~/ui/kept-settings'
import { Section } from '~/ui/section'
import { resourceNumber } from '../texts'
import type { FoundWorkspace } from './queries'
import { tagText } from './texts'

export function Settings({ workspace }: { workspace: FoundWorkspace }) {
  const { id, description, engineVersion, resourceCount, tags, createdAt, updatedAt } = workspace
  return (
    <Stack gap="md">
      <Section title="Details">
        <FactList
          labelWidth="7rem"
          facts={[
            ['Engine version', engineVersion],
            ['Description', description ?? '–'],
            ['Resources', resourceNumber(resourceCount)],
            ['Tags', tags.map(tagText).join(', ') || '–'],
            ...recordFacts({ id, createdAt, updatedAt }),
          ]}
        />
      </Section>
      <KeptSettings settings={workspace.keptSettings} />
    </Stack>
  )
}
