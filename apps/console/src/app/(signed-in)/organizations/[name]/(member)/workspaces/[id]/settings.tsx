import { FactList, recordFacts } from '~/ui/fact-list'
import { Section } from '~/ui/section'
import type { FoundWorkspace } from './queries'
import { tagText } from './tag-text'

export function Settings({ workspace }: { workspace: FoundWorkspace }) {
  const { id, description, engineVersion, resourceCount, tags, createdAt, updatedAt } = workspace
  return (
    <Section title="Details">
      <FactList
        labelWidth="7rem"
        facts={[
          ['Engine version', engineVersion],
          ['Description', description ?? '–'],
          ['Resources', resourceCount.toLocaleString('en')],
          ['Tags', tags.map(tagText).join(', ') || '–'],
          ...recordFacts({ id, createdAt, updatedAt }),
        ]}
      />
    </Section>
  )
}
