'use client'

import { CloseButton, Group, Modal, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { OrganizationSelect } from '~/app/(signed-in)/organizations/organization-select'
import type { TrustedIssuerRowFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import type { UserError } from '~/data/user-errors'
import { DialogForm } from '~/shell/dialog-form'
import { plainText } from '~/ui/plain-text'
import { Exact, Note } from '~/ui/texts'
import { formOf, type FormName, issuerOf, readyForm, readyForms } from './ready-forms'

type Values = {
  form: FormName
  host: string
  issuer: string
  name: string
  jwksUrl: string
  audiences: string[]
  forAll: boolean
  organizations: string[]
}

type Props = {
  publicUrl: string
  /** Absent: a new one. */
  issuer?: TrustedIssuerRowFragment | undefined
  opened: boolean
  onClose: () => void
}

export const IssuerDialog = ({ opened, ...props }: Props) => (
  <Modal
    opened={opened}
    onClose={props.onClose}
    title={props.issuer ? `Edit ${props.issuer.name}` : 'Trust an issuer'}
  >
    <IssuerForm {...props} />
  </Modal>
)

/** Returns the audiences that the API uses if none are named. */
const usualAudiences = (publicUrl: string): string[] => [publicUrl, new URL(publicUrl).host]

function valuesOf(issuer: TrustedIssuerRowFragment | undefined, publicUrl: string): Values {
  if (issuer === undefined) {
    const usual = {
      form: 'github',
      host: '',
      issuer: '',
      name: readyForms.github.label,
      jwksUrl: '',
    } as const
    return { ...usual, audiences: usualAudiences(publicUrl), forAll: true, organizations: [] }
  }
  const { name, jwksUrl, audiences, organizations } = issuer
  return {
    ...formOf(issuer),
    issuer: issuer.issuer,
    name,
    jwksUrl: jwksUrl ?? '',
    audiences: [...audiences],
    forAll: organizations === null,
    organizations: [...(organizations ?? [])],
  }
}

function inputOf({ form, host, issuer, name, jwksUrl, audiences, ...values }: Values, publicUrl: string) {
  // The usual ones follow the address of the platform.
  const areUsual = String(audiences) === String(usualAudiences(publicUrl))
  return {
    name: name.trim(),
    issuer: issuerOf(form, host, issuer),
    jwksUrl: jwksUrl.trim() || null,
    audiences: areUsual || audiences.length === 0 ? null : audiences,
    organizations: values.forAll ? null : values.organizations,
  }
}

/**
 * Returns the errors at their inputs: one of an address made of a host is shown at the host, those of lists
 * under the list.
 */
const placed = ({ form }: Values, errors: readonly UserError[]): UserError[] =>
  errors.map((error) => {
    const [first = '', ...rest] = error.field
    if (first === 'issuer')
      return { ...error, field: readyForm(form).host ? ['host'] : form === 'other' ? [first] : [] }
    return rest.length > 0 ? { ...error, field: [first] } : error
  })

function IssuerForm({ publicUrl, issuer: found, onClose }: Omit<Props, 'opened'>) {
  // Values that the form started with, since the list behind reloads the issuer.
  const [issuer] = useState(found)
  const form = useForm<Values>({ initialValues: valuesOf(issuer, publicUrl) })
  const create = useChange('trustedIssuerCreate')
  const update = useChange('trustedIssuerUpdate')

  async function submit(values: Values) {
    const facts = inputOf(values, publicUrl)
    const { kind } = readyForm(values.form)
    // One of a kind that no form knows, such as a twin for tests, stays of its kind.
    const isKept = issuer?.issuer === facts.issuer
    const { userErrors } = issuer
      ? await update.mutateAsync({
          id: issuer.id,
          expectedUpdatedAt: issuer.updatedAt,
          ...facts,
          ...(!isKept && { kind }),
        })
      : await create.mutateAsync({ ...facts, ...(values.form !== 'other' && { kind }) })
    if (userErrors.length > 0) return placed(values, userErrors)
    return { done: issuer ? `${facts.name} is saved.` : `${facts.name} is trusted.` }
  }

  return (
    <DialogForm
      form={form}
      submitLabel={issuer ? 'Save' : 'Trust this issuer'}
      noValidate
      onClose={onClose}
      onSubmit={submit}
    >
      <AddressFields form={form} />
      <TextInput
        label="Name"
        description="Owners choose it by this name."
        maxLength={100}
        {...plainText}
        {...form.getInputProps('name')}
      />
      <TagsInput
        label="Audiences"
        description="The audience of a token must be one of these: usually the address of this platform, or its host."
        {...plainText}
        {...form.getInputProps('audiences')}
      />
      <Organizations form={form} />
    </DialogForm>
  )
}

function AddressFields({ form }: { form: UseFormReturnType<Values> }) {
  const values = form.getValues()
  const { host, issuerOf: made } = readyForm(values.form)

  function choose(chosen: FormName) {
    const isNamedByForm = Object.values(readyForms).some(({ label }) => label === values.name)
    const isUnnamed = values.name.trim() === '' || isNamedByForm
    form.setValues({
      form: chosen,
      ...(chosen === 'gitlab' && values.host === '' && { host: 'gitlab.com' }),
      ...(isUnnamed && { name: chosen === 'other' ? '' : readyForm(chosen).label }),
    })
  }

  return (
    <>
      <Select
        label="CI system"
        openOnFocus={false}
        data-autofocus
        data={Object.entries(readyForms).map(([value, { label }]) => ({ value, label }))}
        allowDeselect={false}
        value={values.form}
        onChange={(chosen) => chosen !== null && choose(chosen as FormName)}
      />
      {host && (
        <TextInput
          label="Host"
          description={host.about}
          placeholder={host.placeholder}
          {...plainText}
          {...form.getInputProps('host')}
        />
      )}
      {made ? (
        <Note>
          The issuer is <Exact>{issuerOf(values.form, values.host || (host?.placeholder ?? ''), '')}</Exact>.
        </Note>
      ) : (
        <>
          <TextInput
            label="Issuer"
            description="The exact claim iss of its tokens."
            placeholder="https://"
            inputMode="url"
            {...plainText}
            {...form.getInputProps('issuer')}
          />
          <TextInput
            label="Address of its keys"
            description="Leave it empty if its discovery document names them."
            placeholder="https://"
            inputMode="url"
            {...plainText}
            {...form.getInputProps('jwksUrl')}
          />
        </>
      )}
    </>
  )
}

/** Field for the organizations whose owners may choose the issuer. */
function Organizations({ form }: { form: UseFormReturnType<Values> }) {
  const { forAll, organizations } = form.getValues()
  const set = (names: string[]) => form.setFieldValue('organizations', names)
  return (
    <>
      <Switch
        label="For all organizations"
        description="When off, only the owners of those that you choose may use it."
        {...form.getInputProps('forAll', { type: 'checkbox' })}
      />
      {!forAll && (
        <Stack gap="xs">
          {organizations.map((name) => (
            <Group key={name} justify="space-between" wrap="nowrap">
              <Text size="sm">{name}</Text>
              <CloseButton
                aria-label={`Remove ${name}`}
                onClick={() => set(organizations.filter((each) => each !== name))}
              />
            </Group>
          ))}
          <OrganizationSelect
            label="Add an organization"
            without={organizations}
            error={form.errors['organizations']}
            onPick={(name) => set([...organizations, name])}
          />
        </Stack>
      )}
    </>
  )
}
