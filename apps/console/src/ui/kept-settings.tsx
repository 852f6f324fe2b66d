import { FactList } from './fact-list'
import { Section } from './section'
import { type KeptSetting, settingText, settingWords } from './text'

/** What clients set and compare, apart from what counts. */
export function KeptSettings({ settings }: { settings: readonly KeptSetting[] }) {
  return (
    <Section title="Kept for clients, without effect here">
      <FactList
        labelWidth="50%"
        facts={settings.map(({ name, value }) => [settingWords(name), settingText(value)] as const)}
      />
    </Section>
  )
}
