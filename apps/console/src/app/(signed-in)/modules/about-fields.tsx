'use client'

import { Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'

/** Empty texts mean that nothing is said. */
export type AboutValues = { description: string; sourceUrl: string }

/** The facts of a module beside its address; it may change at any time. */
export function AboutFields<Values extends AboutValues>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <Section title="About it">
      <Stack gap="md">
        <Textarea
          label="Description (optional)"
          description="One sentence; without it the first paragraph of the README is shown."
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('description')}
        />
        <TextInput
          label="Source repository (optional)"
          placeholder="https://…"
          inputMode="url"
          {...plainText}
          {...form.getInputProps('sourceUrl')}
        />
      </Stack>
    </Section>
  )
}
