'use client'

import {
  Autocomplete,
  type AutocompleteProps,
  Button,
  Group,
  Modal,
  Select,
  Stack,
  TextInput,
} from '@mantine/core'
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

type CreateFormProps = Pick<Props, 'aboutDescription' | 'takesScopes' | 'create'> & {
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

function CreateForm(props: CreateFormProps) {
  const { aboutDescription, takesScopes = true, create, onCreated, onCancel } = props
  const [description, setDescription] = useState('')
  const usual = useUsualLifetime()
  const [lifetime, setLifetime] = useState<Lifetime>(usual)
  const [day, setDay] = useState<string | null>(null)
  const [choice, setChoice] = useState<ScopeChoice>('all')
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string>()
  const { pending, userErrors, send } = useCreation(create, onCreated)
  const { fields, rest } = sortUserErrors(placed(userErrors), (path) => inputs.has(path))

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const wrong = addressFault(choice, address)
    setFault(wrong)
    if (wrong !== undefined) return
    await send({
      description: description.trim() || undefined,
      expiresAt: expiryOf(lifetime, day, new Date())?.toISOString(),
      scopes: scopesOf(choice, address),
    })
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="sm">
        <Problems texts={rest} />
        {aboutDescription !== undefined && (
          <DescriptionField
            about={aboutDescription}
            value={description}
            onChange={setDescription}
            error={fields['description']}
          />
        )}
        <ExpiryFields
          lifetime={lifetime}
          onLifetime={setLifetime}
          day={day}
          onDay={setDay}
          error={fields['expiresAt']}
        />
        <ScopeFields
          isAsked={takesScopes}
          choice={choice}
          onChoice={(chosen) => {
            setChoice(chosen)
            setFault(undefined)
          }}
          address={address}
          onAddress={setAddress}
          fault={fault}
          error={fields['scopes']}
        />
        <Buttons pending={pending} disabled={lifetime === 'day' && day === null} onCancel={onCancel} />
      </Stack>
    </form>
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
  async function send(wish: Wish) {
    setPending(true)
    setUserErrors([])
    const outcome = await create(wish).finally(() => setPending(false))
    setUserErrors(outcome.userErrors)
    if (outcome.secret !== null) onCreated(outcome.secret)
  }
  return { pending, userErrors, send }
}

/** The longest: what is asked for at a moment of the browser's own may be too late for the platform by a moment. */
const useUsualLifetime = (): Lifetime => (useViewer().maximumTokenLifetime === null ? '730' : 'longest')

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
    data-autofocus
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
  const usual = useUsualLifetime()
  const [today] = useState(() => new Date())
  return (
    <>
      <Select
        label="Expires"
        data={lifetimesWithin(maximumTokenLifetime)}
        allowDeselect={false}
        value={lifetime}
        onChange={(value) => onLifetime(value ?? usual)}
        error={lifetime === 'day' ? undefined : error}
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
          onChange={onDay}
          error={error}
        />
      )}
    </>
  )
}

type ScopeProps = {
  isAsked: boolean
  choice: ScopeChoice
  onChoice: (choice: ScopeChoice) => void
  address: string
  onAddress: (address: string) => void
  fault: string | undefined
  error: string | undefined
}

function ScopeFields({ isAsked, choice, onChoice, address, onAddress, fault, error }: ScopeProps) {
  const target = targets[choice]
  return (
    <>
      {isAsked && (
        <Select
          label="Scope"
          data={scopeChoices}
          allowDeselect={false}
          value={choice}
          onChange={(value) => onChoice(value ?? 'all')}
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
          error={fault ?? error}
        />
      )}
    </>
  )
}

type AddressFieldProps = AutocompleteProps & { value: string; kind: SearchHitKind }

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
