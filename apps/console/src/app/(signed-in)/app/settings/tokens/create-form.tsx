'use client'

import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { graphql } from '../../../../../data/generated'
import type { AuthenticationTokenCreateInput } from '../../../../../data/generated/graphql'
import { request } from '../../../../../data/request'
import { sortUserErrors } from '../../../../../data/user-errors'
import { expiryOf, lifetimes, type Lifetime } from './expiry'

const AuthenticationTokenCreate = graphql(`
  mutation AuthenticationTokenCreate($input: AuthenticationTokenCreateInput!) {
    authenticationTokenCreate(input: $input) {
      secret
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const inputs = new Set(['description', 'expiresAt'])

/** These buttons of the calendar show nothing but arrows. */
const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

export function CreateForm({
  onCreated,
  onCancel,
}: {
  onCreated: (secret: string) => void
  onCancel: () => void
}) {
  const [description, setDescription] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('730')
  const [day, setDay] = useState<string | null>(null)
  const [today] = useState(() => new Date())
  const create = useCreate()
  const { fields, rest } = sortUserErrors(create.data?.userErrors ?? [], (path) => inputs.has(path))

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const expiresAt = expiryOf(lifetime, day, new Date())?.toISOString()
    const { secret } = await create.mutateAsync({ description: description.trim() || undefined, expiresAt })
    if (secret !== null) onCreated(secret)
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="sm">
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join('. ')}
          </Alert>
        )}
        <TextInput
          label="Description"
          description="What uses it, such as “laptop” or “nightly build”."
          maxLength={200}
          data-autofocus
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={fields['description']}
        />
        <Select
          label="Works for"
          data={lifetimes}
          allowDeselect={false}
          value={lifetime}
          onChange={(value) => setLifetime(value ?? '730')}
          error={lifetime === 'day' ? undefined : fields['expiresAt']}
        />
        {lifetime === 'day' && (
          <DatePickerInput
            label="Last day"
            placeholder="Choose a day"
            leftSection={<IconCalendar size={16} stroke={1.6} />}
            minDate={today}
            weekendDays={[]}
            ariaLabels={calendarLabels}
            value={day}
            onChange={setDay}
            error={fields['expiresAt']}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={lifetime === 'day' && day === null}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useCreate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: AuthenticationTokenCreateInput) =>
      (await request(AuthenticationTokenCreate, { input })).authenticationTokenCreate,
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
}
