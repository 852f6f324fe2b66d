'use client'

import { type AutocompleteProps, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { ModuleInterfacePolicy, ModuleToEditQuery } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { trimmed, updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { RecordForm } from '~/shell/record-form'
import { Crumbs } from '~/ui/crumbs'
import { foundOptions, namedOption } from '~/ui/lists/found-options'
import { openOnClick } from '~/ui/open-on-click'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { useOwnOrganizations } from '../organizations/own-organizations'
import { ModuleToEdit } from './[organization]/[name]/[provider]/edit/queries'
import type { ModuleIn } from './[organization]/[name]/[provider]/queries'
import { moduleTrail } from './[organization]/[name]/[provider]/trail'
import { InterfacePolicyField } from './interface-policy-field'
import { Autocomplete } from '~/ui/list-field'

const ModuleCreate = graphql(`
  mutation ModuleCreate($input: RegistryModuleCreateInput!) {
    registryModuleCreate(input: $input) {
      registryModule {
        namespace
        name
        provider
      }
    }
  }
`)

/** Empty texts mean that nothing is said. */
type AboutValues = { description: string; sourceUrl: string }

type Values = AboutValues & { organization: string; name: string; provider: string }

type Props = {
  /** Organization that is filled in. */
  organization: string | undefined
}

/** A module without a version yet; the upload of the first comes next. */
export function NewModule({ organization = '' }: Props) {
  const form = useForm<Values>({
    initialValues: { organization, name: '', provider: '', description: '', sourceUrl: '' },
  })
  const create = useChange(ModuleCreate)
  const back = organization === '' ? paths.modules() : paths.modulesOf(organization)

  async function save(values: Values) {
    const { description, sourceUrl, ...address } = trimmed(values)
    const { registryModule: made, userErrors } = await create.mutateAsync({
      ...address,
      description: description || null,
      sourceUrl: sourceUrl || null,
    })
    if (!made) return userErrors
    return {
      done: `${made.namespace}/${made.name}/${made.provider} is created.`,
      path: paths.modulePublish(made),
    }
  }

  return (
    <>
      <Crumbs
        trail={[
          { label: 'Modules', path: paths.modules() },
          ...(organization === '' ? [] : [{ label: organization, path: back }]),
        ]}
      />
      <PageHeader title="New module" tab="New · Modules" />
      <RecordForm form={form} submitLabel="Create module" cancelPath={back} onSubmit={save}>
        <Section title="Address">
          <Stack gap="md" maw={420}>
            <OrganizationField {...form.getInputProps('organization')} />
            <TextInput
              label="Name"
              description="Letters, digits, - and _, such as network."
              {...plainText}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Provider"
              description="The main provider it is for: small letters and digits, such as aws."
              {...plainText}
              {...form.getInputProps('provider')}
            />
          </Stack>
        </Section>
        <AboutFields form={form} />
      </RecordForm>
    </>
  )
}

/** Finds an organization where the viewer may create modules, as its name is typed. */
function OrganizationField(props: AutocompleteProps) {
  const [typed, setTyped] = useState('')
  const { organizations, ...found } = useOwnOrganizations(typed, 'MODULES_WRITE')
  const options = organizations.map(({ name }) => namedOption(name))
  const { data, filter } = foundOptions({ noun: 'organization', options, ...found })
  return (
    <Autocomplete
      label="Organization"
      description="Its name is the first part of the address."
      {...plainText}
      {...openOnClick(props)}
      data={data}
      filter={filter}
      onChange={(text) => {
        setTyped(text)
        props.onChange?.(text)
      }}
    />
  )
}

type Facts = ModuleIn<ModuleToEditQuery>

type EditValues = AboutValues & { moduleInterfacePolicy: ModuleInterfacePolicy | '' }

const labels: Record<keyof EditValues, string> = {
  description: 'description',
  sourceUrl: 'source repository',
  moduleInterfacePolicy: 'interface policy',
}

const valuesOf = ({ description, sourceUrl, moduleInterfacePolicy }: Facts): EditValues => ({
  description: description ?? '',
  sourceUrl: sourceUrl ?? '',
  moduleInterfacePolicy: moduleInterfacePolicy ?? '',
})

type EditProps = { found: Facts; inheritedPolicy: ModuleInterfacePolicy | null }

/** Form for the facts of a module. Its address never changes, since it is installed by that. */
export function EditModule({ found, inheritedPolicy }: EditProps) {
  const update = useChange('registryModuleUpdate')
  const { namespace, name, provider } = found
  const path = paths.module(found)

  async function load(): Promise<Facts | null> {
    const address = { organization: namespace, name, provider }
    return (await request(ModuleToEdit, address)).registryModuleNamespace?.registryModule ?? null
  }

  return (
    <>
      <Crumbs trail={moduleTrail(found)} />
      <PageHeader title={`Edit ${name}/${provider}`} tab={`Edit ${name}/${provider} · Modules`} />
      <EditForm
        thing="module"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        submitLabel="Save module"
        cancelPath={path}
        save={async (base, values) => {
          const { userErrors } = await update.mutateAsync(updateInputOf(base, values, valuesOf(base)))
          return userErrors.length > 0 ? userErrors : { done: `${name}/${provider} is saved.`, path }
        }}
        load={load}
      >
        {(form) => (
          <>
            <AboutFields form={form} />
            <Section title="Interface">
              <InterfacePolicyField
                inherited={inheritedPolicy}
                {...form.getInputProps('moduleInterfacePolicy')}
              />
            </Section>
          </>
        )}
      </EditForm>
    </>
  )
}

/** Fields for all facts of a module but its address; they may change at any time. */
function AboutFields<Values extends AboutValues>({ form }: { form: UseFormReturnType<Values> }) {
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
