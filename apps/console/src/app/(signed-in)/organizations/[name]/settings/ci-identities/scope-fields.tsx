'use client'

import { Button, CloseButton, Group, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { AddressField } from '~/app/(signed-in)/tokens/address-field'
import { type ScopeChoice, scopeChoices, targets } from '~/app/(signed-in)/tokens/token-presets'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import type { FormValues } from './values'
import { Select } from '~/ui/list-field'

// A job never gets everything.
const choices = scopeChoices.filter(({ value }) => value !== 'all')

/** Rights of the tokens, one line each. */
export function ScopeFields({ form }: { form: UseFormReturnType<FormValues> }) {
  const { scopes } = form.getValues()
  return (
    <Section title="Scopes">
      <Stack gap="md" maw={560}>
        <Note>A token that publishes one module or provider may also create it.</Note>
        {scopes.map(({ choice, address }, index) => (
          <Right key={index} form={form} index={index} choice={choice} address={address} />
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => form.insertListItem('scopes', { choice: 'read', address: '' })}
        >
          Add a scope
        </Button>
      </Stack>
    </Section>
  )
}

type RightProps = {
  form: UseFormReturnType<FormValues>
  index: number
  choice: ScopeChoice
  address: string
}

function Right({ form, index, choice, address }: RightProps) {
  const target = targets[choice]
  const place = `scopes.${index}`
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Stack gap="xs" flex={1}>
        <Select
          aria-label={`Scope ${index + 1}`}
          data={choices}
          allowDeselect={false}
          value={choice}
          onChange={(chosen) => chosen !== null && form.setFieldValue(`${place}.choice`, chosen)}
        />
        {target && (
          <AddressField
            label={target.label}
            description={target.about}
            kind={target.kind}
            value={address}
            onChange={(typed) => form.setFieldValue(`${place}.address`, typed)}
            error={form.errors[`${place}.address`]}
          />
        )}
      </Stack>
      {form.getValues().scopes.length > 1 && (
        <CloseButton
          size="lg"
          aria-label={`Remove scope ${index + 1}`}
          onClick={() => form.removeListItem('scopes', index)}
        />
      )}
    </Group>
  )
}
