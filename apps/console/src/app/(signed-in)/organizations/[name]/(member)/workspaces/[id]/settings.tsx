import { Stack } from '@mantine/core'
import { FactList, recordFacts } from '~/ui/fact-list'
import { KeptSettings } from '~/ui/kept-settings'
import { Section } from '~/ui/section'
import { resourceNumber } from '../resource-number'
import type { FoundWorkspace } from './queries'

export function Settings({ workspace }: { workspace: FoundWorkspace }) {
  const { id, description, engineVersion, resourceCount, tags, createdAt, updatedAt } = workspace
  const tagTexts = tags.map(({ key, value }) => (value === null ? key : `${key}=${value}`))
  return (
    <Stack gap="md">
      <Section title="Details">
        <FactList
          labelWidth="7rem"
          facts={[
            ['Engine version', engineVersion],
            ['Description', description ?? '–'],
            ['Resources', resourceNumber(resourceCount)],
            ['Tags', tagTexts.join(', ') || '–'],
            ...recordFacts({ id, createdAt, updatedAt }),
          ]}
        />
      </Section>
      <KeptSettings settings={workspace.keptSettings} />
    </Stack>
  )
}
