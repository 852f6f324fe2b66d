'use client'

import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { sortUserErrors, type UserError } from '~/data/user-errors'
import { useViewer } from '~/shell/viewer'
import { Note, Problems } from '~/ui/texts'
import { AddressField } from './address-field'
import {
  expiryOf,
  factsOf,
  lastWholeDay,
  type Lifetime,
  lifetimesWithin,
  type TokenPresets,
  type Purpose,
  type ScopeChoice,
  scopeChoices,
  scopeFault,
  scopesOf,
  targets,
  usualLifetime,
} from './token-presets'
import { Select } from '~/ui/list-field'

type NewToken = {
  description: string | undefined
  expiresAt: string | undefined
  scopes: string[] | undefined
}

/** Creates a token, and answers with its secret or with what stood against it. */
type CreateToken = (token: NewToken) => Promise<{ secret: string | null; userErrors: readonly UserError[] }>

export type CreateFormProps = {
  purpose: Purpose
  presets: TokenPresets
  /** Leads back to the question what it is for, where that was one. */
  onAnotherPurpose: (() => void) | undefined
  /** Said of the description; without it there is none. */
  aboutDescription?: string | undefined
  /** False for a token that is made for one thing. */
  takesScopes?: boolean
  create: CreateToken
  onCreated: (secret: string) => void
  onCancel: () => void
}

const inputs = new Set(['description', 'expiresAt', 'scopes'])

/** The errors of a list stand under the input of the whole. */
const placed = (errors: readonly UserError[]): UserError[] =>
  errors.map((error) => ({ ...error, field: error.field.slice(0, 1) }))

/** Labels for calendar buttons that show nothing but arrows. */
const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
}

/** Form for everything else about a token once its purpose is known. */
export function CreateForm(props: CreateFormProps) {
  const { purpose, presets, aboutDescription, takesScopes = true, create, onCreated, onCancel } = props
  const { scopes } = factsOf(purpose)
  const { maximumTokenLifetime } = useViewer()
  const [description, setDescription] = useState('')
  const [lifetime, setLifetime] = useState(usualLifetime(maximumTokenLifetime))
  const [day, setDay] = useState<string | null>(null)
  const scope = useScope(purpose, presets)
  const { pending, userErrors, send } = useCreation(create, onCreated)
  const isFree = purpose === 'other'
  const isShown = (path: string) => inputs.has(path) && (isFree || path !== 'expiresAt')
  const { fields, rest } = sortUserErrors(placed(userErrors), isShown)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = scope.checked()
    if (!wanted) return
    await send({
      description: description.trim() || undefined,
      expiresAt: expiryOf(lifetime, day, new Date())?.toISOString(),
      ...wanted,
    })
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="sm">
        {props.onAnotherPurpose && <ChosenPurpose purpose={purpose} onChange={props.onAnotherPurpose} />}
        <Problems texts={rest} />
        {aboutDescription !== undefined && (
          <DescriptionField
            about={aboutDescription}
            value={description}
            onChange={setDescription}
            error={fields['description']}
          />
        )}
        <ScopeFields
          choices={takesScopes && scopes.length > 1 ? scopes : []}
          {...scope}
          error={scope.fault ?? fields['scopes']}
        />
        {isFree && (
          <ExpiryFields
            lifetime={lifetime}
            onLifetime={setLifetime}
            day={day}
            onDay={setDay}
            error={fields['expiresAt']}
          />
        )}
        <Buttons pending={pending} disabled={lifetime === 'day' && day === null} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

/** State of what the token may do, and why that cannot be sent yet. */
function useScope(purpose: Purpose, presets: TokenPresets) {
  const { scopes } = factsOf(purpose)
  const linked = presets.scope !== undefined && scopes.includes(presets.scope) ? presets.scope : undefined
  const usual = purpose === 'other' ? null : (scopes[0] ?? null)
  const [choice, setChoice] = useState<ScopeChoice | null>(linked ?? usual)
  const [address, setAddress] = useState((linked && presets.target) ?? '')
  const [fault, setFault] = useState<string>()
  return {
    choice,
    address,
    fault,
    onAddress: setAddress,
    onChoice(chosen: ScopeChoice | null) {
      setChoice(chosen)
      setFault(undefined)
    },
    /** Returns the input for the API; undefined while something is wrong, which is then shown. */
    checked(): Pick<NewToken, 'scopes'> | undefined {
      const wrong = scopeFault(choice, address)
      setFault(wrong)
      return choice === null || wrong !== undefined
        ? undefined
        : { scopes: scopesOf(purpose, choice, address) }
    },
  }
}

type ChosenPurposeProps = { purpose: Purpose; onChange: () => void }

/** Chosen purpose with its effects, and a button to choose another. */
function ChosenPurpose({ purpose, onChange }: ChosenPurposeProps) {
  const { label, does } = factsOf(purpose)
  const { maximumTokenLifetime } = useViewer()
  const usual = usualLifetime(maximumTokenLifetime)
  const lifetime = lifetimesWithin(maximumTokenLifetime).find(({ value }) => value === usual)?.label
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={onChange}>
          Change
        </Anchor>
      </Group>
      {purpose !== 'other' && (
        <Note>
          It {does}. It expires after {lifetime}.
        </Note>
      )}
    </div>
  )
}

type ButtonsProps = { pending: boolean; disabled: boolean; onCancel: () => void }

const Buttons = ({ pending, disabled, onCancel }: ButtonsProps) => (
  <Group justify="flex-end" gap="xs" mt="xs">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" loading={pending} disabled={disabled}>
      Create token
    </Button>
  </Group>
)

/** Sends what was asked for, and keeps what was refused of it. */
function useCreation(create: CreateToken, onCreated: (secret: string) => void) {
  const [pending, setPending] = useState(false)
  const [userErrors, setUserErrors] = useState<readonly UserError[]>([])
  async function send(token: NewToken) {
    setPending(true)
    setUserErrors([])
    const outcome = await create(token).finally(() => setPending(false))
    setUserErrors(outcome.userErrors)
    if (outcome.secret !== null) onCreated(outcome.secret)
  }
  return { pending, userErrors, send }
}

/** Props that take the focus at once, whether the dialog opens with the input or had it before. */
const inFocus = { 'data-autofocus': true, autoFocus: true }

type DescriptionProps = {
  about: string
  value: string
  onChange: (description: string) => void
  error: string | undefined
}

const DescriptionField = ({ about, onChange, ...field }: DescriptionProps) => (
  <TextInput
    label="Description"
    description={about}
    maxLength={200}
    {...inFocus}
    {...field}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

type ExpiryProps = {
  lifetime: Lifetime
  onLifetime: (lifetime: Lifetime) => void
  day: string | null
  onDay: (day: string | null) => void
  error: string | undefined
}

function ExpiryFields({ lifetime, onLifetime, day, onDay, error }: ExpiryProps) {
  const { maximumTokenLifetime } = useViewer()
  const [today] = useState(() => new Date())
  return (
    <>
      <Select
        label="Expires"
        data={lifetimesWithin(maximumTokenLifetime)}
        allowDeselect={false}
        value={lifetime}
        onChange={(value) => onLifetime(value ?? lifetime)}
        error={lifetime === 'day' ? undefined : error}
      />
      {lifetime === 'day' && (
        <DatePickerInput
          label="Last day"
          placeholder="Choose a day"
          leftSection={<IconCalendar size={16} stroke={1.6} />}
          minDate={today}
          {...(maximumTokenLifetime !== null && { maxDate: lastWholeDay(maximumTokenLifetime, today) })}
          weekendDays={[]}
          ariaLabels={calendarLabels}
          value={day}
          onChange={onDay}
          error={error}
        />
      )}
    </>
  )
}

type ScopeProps = {
  /** Asked for unless there are none. */
  choices: readonly ScopeChoice[]
  choice: ScopeChoice | null
  onChoice: (choice: ScopeChoice | null) => void
  address: string
  onAddress: (address: string) => void
  error: string | undefined
}

function ScopeFields({ choices, choice, onChoice, address, onAddress, error }: ScopeProps) {
  const target = choice === null ? undefined : targets[choice]
  return (
    <>
      {choices.length > 0 && (
        <Select
          label="Scope"
          placeholder="Choose a scope"
          data={scopeChoices.filter(({ value }) => choices.includes(value))}
          allowDeselect={false}
          value={choice}
          onChange={onChoice}
          error={target ? undefined : error}
        />
      )}
      {target && (
        <AddressField
          label={target.label}
          description={target.about}
          kind={target.kind}
          value={address}
          onChange={onAddress}
          error={error}
        />
      )}
    </>
  )
}
