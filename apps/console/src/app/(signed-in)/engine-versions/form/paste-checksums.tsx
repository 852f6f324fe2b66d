'use client'

import { Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { filledBy } from './pasted-checksums'
import type { FormValues } from './values'

/** Fills the archives from the text of a SHA256SUMS file. */
export function PasteChecksums({ form }: { form: UseFormReturnType<FormValues> }) {
  const [folder, setFolder] = useState('')
  const [text, setText] = useState('')
  const filled = filledBy(text, form.getValues(), folder)
  const fill = (sums: string, address: string) => {
    setText(sums)
    setFolder(address)
    const next = filledBy(sums, form.getValues(), address)
    if (next) form.setValues(next)
  }
  return (
    <Stack gap="sm" mb="md">
      <Textarea
        label="Paste SHA256SUMS"
        description="Its lines fill in the version and an archive for each platform."
        placeholder="<checksum>  <name>_<version>_<os>_<arch>.zip"
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={({ currentTarget: { value } }) => fill(value, folder)}
        error={text.trim() === '' || filled ? undefined : 'No line is of an archive of this version.'}
      />
      <TextInput
        label="Folder of the archives"
        description="Begins the address of each archive, such as https://releases.example/1.9.0/"
        inputMode="url"
        spellCheck={false}
        value={folder}
        onChange={({ currentTarget: { value } }) => fill(text, value)}
      />
    </Stack>
  )
}
