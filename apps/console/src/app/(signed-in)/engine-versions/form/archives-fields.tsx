'use client'

import { Autocomplete, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { plainText } from '~/ui/plain-text'
import classes from './archives-fields.module.css'
import { takenApart } from './pasted-checksums'
import { emptyArchive, type FormValues } from './values'

const systems = ['linux', 'darwin', 'windows', 'freebsd', 'openbsd', 'solaris']
const architectures = ['amd64', 'arm64', '386', 'arm']

/** One archive a platform, as many as there are. */
export function ArchivesFields({ form }: { form: UseFormReturnType<FormValues> }) {
  const archives = form.getValues().archs
  const add = () => form.insertListItem('archs', { ...emptyArchive, arch: nextArchitecture(archives) })
  return (
    <Stack gap="sm">
      {archives.map((archive, index) => (
        // Rows have no identity of their own; every input is controlled, so their place serves.
        <div key={index} role="group" aria-label={`Archive ${index + 1}`} className={classes['archive']}>
          <div className={classes['head']}>
            <Text size="sm" fw={600}>
              Archive {index + 1}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Remove archive ${index + 1}`}
              leftSection={<IconTrash size={14} stroke={1.6} />}
              onClick={() => form.removeListItem('archs', index)}
            >
              Remove
            </Button>
          </div>
          <Autocomplete label="System" data={systems} {...form.getInputProps(`archs.${index}.os`)} />
          <Autocomplete
            label="Architecture"
            data={architectures}
            {...form.getInputProps(`archs.${index}.arch`)}
          />
          <TextInput
            className={classes['wide'] ?? ''}
            label="Address of the archive"
            type="url"
            inputMode="url"
            spellCheck={false}
            {...form.getInputProps(`archs.${index}.url`)}
          />
          <TextInput
            className={classes['wide'] ?? ''}
            label="SHA-256 checksum"
            {...plainText}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps(`archs.${index}.sha`)}
            onPaste={(event) => {
              const pasted = takenApart(archive, event.clipboardData.getData('text'))
              if (!pasted) return
              event.preventDefault()
              form.setFieldValue(`archs.${index}`, pasted)
            }}
          />
        </div>
      ))}
      <Group>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          Add archive
        </Button>
      </Group>
    </Stack>
  )
}

const nextArchitecture = (archives: FormValues['archs']): string =>
  architectures.find(
    (arch) => !archives.some((archive) => archive.os === 'linux' && archive.arch === arch),
  ) ?? ''
