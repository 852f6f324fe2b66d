'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import { Copy } from '~/ui/copy'
import { lazyDialog } from '~/ui/lazy-dialog'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/url-dialog'
import { FileSlot } from './file-slot'
import type { FoundVersion } from './queries'

const AddPlatformDialog = lazyDialog(async () => (await import('./add-platform-dialog')).AddPlatformDialog)

type Platform = FoundVersion['platforms'][number]

/** A zip for each system that the provider runs on. */
export function Platforms({ version }: { version: FoundVersion }) {
  const dialog = useUrlDialog('platform')
  const addButton = version.canDelete && (
    <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={() => dialog.open()}>
      Add a platform
    </Button>
  )
  return (
    <Section title="Platforms" action={addButton}>
      {version.platforms.length === 0 ? (
        <Note>None yet.</Note>
      ) : (
        <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Platforms">
          {version.platforms.map((platform) => (
            <li key={platform.id}>
              <OnePlatform platform={platform} version={version} />
            </li>
          ))}
        </Stack>
      )}
      <AddPlatformDialog version={version} opened={dialog.opened} onClose={dialog.close} />
    </Section>
  )
}

function OnePlatform({ platform, version }: { platform: Platform; version: FoundVersion }) {
  const { id, os, arch, filename, shasum, canDelete } = platform
  const label = `${os}/${arch}`
  const ask = useAsk()
  const remove = () =>
    ask({
      change: change('registryProviderPlatformDelete', { id }),
      question: {
        title: `Delete ${label} of ${version.version}?`,
        body: 'Its zip is deleted too. This version can then no longer be installed on such a machine.',
        confirm: 'Delete platform',
        danger: true,
        reason: true,
      },
      done: `${label} is deleted.`,
    })
  return (
    <Stack gap={4}>
      <FileSlot
        label={label}
        hint={filename}
        uploadUrl={platform.providerBinaryUploadUrl}
        downloadUrl={platform.providerBinaryDownloadUrl}
      />
      <Group gap="xs">
        <Text size="xs" c="dimmed" title={shasum}>
          SHA-256 {shasum.slice(0, 12)}…
        </Text>
        <Copy text={shasum} what={`checksum of ${label}`} />
        {canDelete && (
          <Button size="compact-xs" variant="default" onClick={remove} aria-label={`Delete ${label}`}>
            Delete
          </Button>
        )}
      </Group>
    </Stack>
  )
}
