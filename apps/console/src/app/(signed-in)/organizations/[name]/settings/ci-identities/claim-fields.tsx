'use client'

import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import type { TrustedIssuerKind } from '~/data/generated/graphql'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { type FormValues, knownClaims } from './values'

type Props = { form: UseFormReturnType<FormValues>; kind: TrustedIssuerKind }

const mostClaims = 10

/** Conditions on a job: the claims that its CI system makes about it. */
export function ClaimFields({ form, kind }: Props) {
  const { claims } = form.getValues()
  const known = knownClaims[kind]
  return (
    <Section title="Which jobs get tokens">
      <Stack gap="md" maw={560}>
        <Note>A job must match every claim here. An empty field matches anything.</Note>
        {claims.map((_claim, index) => {
          const words = known[index]
          const pattern = { ...plainText, ...form.getInputProps(`claims.${index}.pattern`) }
          return words ? (
            <TextInput
              key={words.claim}
              label={words.label}
              description={words.about}
              placeholder={words.placeholder}
              {...pattern}
            />
          ) : (
            <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                flex={2}
                aria-label={`Claim ${index + 1 - known.length}`}
                placeholder="claim"
                {...plainText}
                {...form.getInputProps(`claims.${index}.claim`)}
              />
              <TextInput
                flex={3}
                aria-label={`Pattern of claim ${index + 1 - known.length}`}
                placeholder="value or pattern"
                {...pattern}
              />
              <CloseButton
                size="lg"
                aria-label={`Remove claim ${index + 1 - known.length}`}
                onClick={() => form.removeListItem('claims', index)}
              />
            </Group>
          )
        })}
        {claims.length < mostClaims && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => form.insertListItem('claims', { claim: '', pattern: '' })}
          >
            Add a claim
          </Button>
        )}
      </Stack>
    </Section>
  )
}
