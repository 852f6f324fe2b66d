'use client'

import { Autocomplete, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import type { SearchHitKind } from '~/data/generated/graphql'
import { sortUserErrors, type UserError } from '~/data/user-errors'
import { useFoundThings } from '~/shell/palette-search'
import type { Thing } from '~/shell/thing'
import { useViewer } from '~/shell/viewer'
import { ShownOnce } from '~/ui/shown-once'
import { Problems } from '~/ui/texts'
import {
  addressFault,
  expiryOf,
  type Lifetime,
  lifetimesWithin,
  type ScopeChoice,
  scopeChoices,
  scopesOf,
  targets,
} from './wish'

type Props = {
  opened: boolean
  onClose: () => void
  /** What anyone can do who has it, such as `acts as you`. */
  holder: string
  /** Said of the description; without it there is none. */
  aboutDescription?: string | undefined
  /** False for a token that is made for one thing. */
  takesScopes?: boolean
  create: CreateToken
}

/** Makes a token and shows its secret, once. */
export function CreateDialog({ opened, onClose, holder, ...form }: Props) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setSecret(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={secret === undefined ? 'New token' : 'Copy your token now'}
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <CreateForm {...form} onCreated={setSecret} onCancel={close} />
      ) : (
        <ShownOnce label="Token" value={secret} copyLabel="Copy token" onDone={close}>
          It is shown only once. Keep it secret like a password: anyone who has it {holder}.
        </ShownOnce>
      )}
    </Modal>
  )
}

type Wish = { description: string | undefined; expiresAt: string | undefined; scopes: string[] | undefined }

/** Makes a token as wished, and answers with its secret or with what stood against it. */
export type CreateToken = (wish: Wish) => Promise<{ secret: string | null; userErrors: readonly UserError[] }>

type CreateFormProps = {
  aboutDescription?: string | undefined
  takesScopes?: boolean
  create: CreateToken
  onCreated: (secret: string) => void
  onCancel: () => void
}

const inputs = new Set(['description', 'expiresAt', 'scopes'])

/** The errors of a list stand under the input of the whole. */
const placed = (errors: readonly UserError[]): UserError[] =>
  errors.map((error) => ({ ...error, field: error.field.slice(0, 1) }))

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
  aboutDescription,
  takesScopes = true,
  create,
  onCreated,
  onCancel,
}: CreateFormProps) {
  const [description, setDescription] = useState('')
  const { maximumTokenLifetime } = useViewer()
  const lifetimes = lifetimesWithin(maximumTokenLifetime)
  // The longest: what is asked for at a moment of the browser's own may be too late for the platform by a moment.
  const usual = maximumTokenLifetime === null ? '730' : 'longest'
  const [lifetime, setLifetime] = useState<Lifetime>(usual)
  const [day, setDay] = useState<string | null>(null)
  const [choice, setChoice] = useState<ScopeChoice>('all')
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string>()
  const [today] = useState(() => new Date())
  const [pending, setPending] = useState(false)
  const [userErrors, setUserErrors] = useState<readonly UserError[]>([])
  const asked = targets[choice]
  const { fields, rest } = sortUserErrors(placed(userErrors), (path) => inputs.has(path))

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const wrong = addressFault(choice, address)
    setFault(wrong)
    if (wrong !== undefined) return
    const expiresAt = expiryOf(lifetime, day, new Date())?.toISOString()
    const wish = {
      description: description.trim() || undefined,
      expiresAt,
      scopes: scopesOf(choice, address),
    }
    setPending(true)
    setUserErrors([])
    const outcome = await create(wish).finally(() => setPending(false))
    setUserErrors(outcome.userErrors)
    if (outcome.secret !== null) onCreated(outcome.secret)
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="sm">
        <Problems texts={rest} />
        {aboutDescription !== undefined && (
          <TextInput
            label="Description"
            description={aboutDescription}
            maxLength={200}
            data-autofocus
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            error={fields['description']}
          />
        )}
        <Select
          label="Expires"
          data={lifetimes}
          allowDeselect={false}
          value={lifetime}
          onChange={(value) => setLifetime(value ?? usual)}
          error={lifetime === 'day' ? undefined : fields['expiresAt']}
        />
        {lifetime === 'day' && (
          <DatePickerInput
            label="Last day"
            placeholder="Choose a day"
            leftSection={<IconCalendar size={16} stroke={1.6} />}
            minDate={today}
            {...(maximumTokenLifetime !== null && {
              maxDate: new Date(today.getTime() + maximumTokenLifetime * 1000),
            })}
            weekendDays={[]}
            ariaLabels={calendarLabels}
            value={day}
            onChange={setDay}
            error={fields['expiresAt']}
          />
        )}
        {takesScopes && (
          <Select
            label="Scope"
            data={scopeChoices}
            allowDeselect={false}
            value={choice}
            onChange={(value) => {
              setChoice(value ?? 'all')
              setFault(undefined)
            }}
            error={asked ? undefined : fields['scopes']}
          />
        )}
        {asked && (
          <AddressField
            label={asked.label}
            description={asked.about}
            kind={asked.kind}
            value={address}
            onChange={setAddress}
            error={fault ?? fields['scopes']}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} disabled={lifetime === 'day' && day === null}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type AddressFieldProps = {
  label: string
  description: string
  /** What is suggested. */
  kind: SearchHitKind
  value: string
  onChange: (address: string) => void
  error: string | undefined
}

/** The address of a thing: those that the viewer may see are suggested, any other may be typed. */
function AddressField({ kind, ...field }: AddressFieldProps) {
  // The search knows names, not addresses.
  const typed = field.value.split('/').findLast((part) => part.trim() !== '') ?? ''
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { groups } = useFoundThings(search)
  const found = groups.flatMap(({ things }) => things.filter((thing) => thing.kind === kind))
  return (
    <Autocomplete
      {...field}
      data={[...new Set(found.map(addressOf))]}
      spellCheck={false}
      autoCapitalize="none"
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** The name of a workspace is its own only within its organization. */
const addressOf = ({ kind, label, hint }: Thing): string =>
  kind === 'WORKSPACE' ? `${hint}/${label}` : label
