'use client'

import { Alert, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { WorkspaceFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { trimmed, updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { RecordForm } from '~/shell/record-form'
import { useMay } from '~/shell/viewer'
import { TextLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { type FormValues, labels, validation, valuesOf, WorkspaceFormQuery } from './values'
import { VersionSelect } from './version-select'

const WorkspaceCreate = graphql(`
  mutation WorkspaceCreate($input: WorkspaceCreateInput!) {
    workspaceCreate(input: $input) {
      workspace {
        name
        engineVersion
      }
    }
  }
`)

type NewProps = {
  /** Whether workspaces of this organization can use any version, and whether one of them is the latest. */
  hasVersions: boolean
  hasLatest: boolean
}

export function NewWorkspace({ hasVersions, hasLatest }: NewProps) {
  const { name: organization } = useOrganization()
  const create = useChange(WorkspaceCreate)
  const form = useForm<FormValues>({
    initialValues: { name: '', engineVersion: hasLatest ? 'latest' : '', description: '' },
    validate: validation,
  })

  async function save(values: FormValues) {
    const { description, ...rest } = trimmed(values)
    const { workspace, userErrors } = await create.mutateAsync({
      ...rest,
      organization,
      description: description || null,
    })
    if (!workspace) return userErrors
    return {
      done: `${workspace.name} is created, on ${workspace.engineVersion}.`,
      path: paths.workspaces(organization),
    }
  }

  return (
    <>
      <PageHeader title="New workspace" tab={`New · Workspaces · ${organization}`} />
      <RecordForm
        form={form}
        submitLabel="Create workspace"
        disabledReason={hasVersions ? undefined : 'A workspace needs an engine version, and none is enabled.'}
        cancelPath={paths.workspaces(organization)}
        onSubmit={save}
      >
        <WorkspaceFields form={form} hasVersions={hasVersions} />
      </RecordForm>
    </>
  )
}

const WorkspaceUpdate = graphql(`
  mutation WorkspaceUpdate($input: WorkspaceUpdateInput!) {
    workspaceUpdate(input: $input) {
      workspace {
        name
        engineVersion
      }
    }
  }
`)

export function EditWorkspace({ found }: { found: WorkspaceFormFactsFragment }) {
  const { name: organization } = useOrganization()
  const update = useChange(WorkspaceUpdate)
  const path = paths.workspace(organization, found.id)
  return (
    <>
      <PageHeader
        title={`Edit ${found.name}`}
        short="Edit"
        of={{ label: found.name, path }}
        tab={`Edit · ${found.name} · Workspaces · ${organization}`}
      />
      <EditForm
        thing="workspace"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save workspace"
        cancelPath={path}
        save={async (base, values) => {
          const { workspace, userErrors } = await update.mutateAsync(
            updateInputOf(base, values, valuesOf(base)),
          )
          if (!workspace) return userErrors
          return { done: `${workspace.name} is saved, on ${workspace.engineVersion}.`, path }
        }}
        load={async () => (await request(WorkspaceFormQuery, { id: found.id })).workspace}
      >
        {(form) => <WorkspaceFields form={form} />}
      </EditForm>
    </>
  )
}

type FieldsProps = { form: UseFormReturnType<FormValues>; hasVersions?: boolean }

function WorkspaceFields({ form, hasVersions = true }: FieldsProps) {
  return (
    <Section title="Workspace">
      <Stack gap="md" maw={480}>
        <TextInput
          label="Name"
          description="Up to 64 letters, digits, - and _."
          {...plainText}
          {...form.getInputProps('name')}
        />
        {hasVersions ? <VersionSelect {...form.getInputProps('engineVersion')} /> : <NoVersion />}
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('description')}
        />
      </Stack>
    </Section>
  )
}

/** In place of the versions, where there is none to choose. */
function NoVersion() {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  return (
    <Input.Wrapper labelElement="div" label="Engine version">
      <Alert color="orange" variant="light" title="No engine version is enabled" mt={4}>
        {mayWrite ? (
          <>
            <TextLink href={paths.engineVersionNew()}>Add an engine version</TextLink>, or enable one of the{' '}
            <TextLink href={paths.engineVersions()}>engine versions</TextLink>. Workspaces can be created
            then.
          </>
        ) : (
          'Ask a site administrator to add or enable one. Workspaces can be created then.'
        )}
      </Alert>
    </Input.Wrapper>
  )
}
