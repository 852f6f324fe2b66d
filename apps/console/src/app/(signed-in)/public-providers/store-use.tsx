import { Box, Progress } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { PublicProvidersStartQuery } from '~/data/generated/graphql'
import { Banner } from '~/ui/feedback/banner'
import { Section } from '~/ui/section'
import { storageText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { fullStoreText, storeText } from './words'

type Store = PublicProvidersStartQuery['publicProviderStore']

/** The use of the store of files; nothing where files are neither stored nor imported. */
export function StoreUse({ store }: { store: Store }) {
  const { isOn, files, bytes, importedBytes, limit } = store
  if (!isOn && files === 0) return null
  const full = fullStoreText(store)
  const percent = (part: number) => (limit === 0 ? 100 : Math.min(100, (part / limit) * 100))
  return (
    <Box mt="md">
      <Section title="Stored files">
        {full !== undefined && (
          <Banner color="yellow" icon={IconAlertTriangle} role="status">
            {full}
          </Banner>
        )}
        <Progress.Root size="lg" aria-label={`${storageText(bytes)} of ${storageText(limit)} used`}>
          <Progress.Section value={percent(bytes - importedBytes)} color="blue" />
          <Progress.Section value={percent(importedBytes)} color="teal" />
        </Progress.Root>
        <Note mt="xs">{storeText(store)}</Note>
      </Section>
    </Box>
  )
}
