import { FactList } from './fact-list'
import { Section } from './section'
import { type KeptSetting, settingText, settingWords } from './text'

/** Settings that clients set and compare and the platform only stores, apart from its own. */
export function KeptSettings({ settings }: { settings: readonly KeptSetting[] }) {
  return (
    <Section title="Stored for clients, without effect here">
      <FactList
        labelWidth="50%"
        facts={settings.map(({ name, value }) => [settingWords(name), settingText(value)] as const)}
      />
    </Section>
  )
}
