'use client'

import { InputBase, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { WorkspaceFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { type FormValues, labels, validation, valuesOf, WorkspaceFormQuery } from './values'

const WorkspaceUpdate = graphql(`
  mutation WorkspaceUpdate($input: WorkspaceUpdateInput!) {
    workspaceUpdate(input: $input) {
      workspace {
        name
        resolvedEngineVersion
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
          return { done: `${workspace.name} is saved, on ${workspace.resolvedEngineVersion}.`, path }
        }}
        load={async () => (await request(WorkspaceFormQuery, { id: found.id })).workspace}
      >
        {(form) => <WorkspaceFields form={form} />}
      </EditForm>
    </>
  )
}

// As large as a page may be at first without it.
const VersionSelect = dynamic(async () => (await import('./version-select')).VersionSelect)

type FieldsProps = {
  form: UseFormReturnType<FormValues>
  /** Element shown instead of the versions if there are none to choose. */
  noVersion?: ReactNode
}

export function WorkspaceFields({ form, noVersion }: FieldsProps) {
  const { name: organization } = useOrganization()
  return (
    <Section title="Workspace">
      <Stack gap="md" maw={480}>
        <TextInput
          label="Name"
          description="Up to 64 letters, digits, - and _."
          {...plainText}
          {...form.getInputProps('name')}
        />
        {noVersion ?? <VersionSelect organization={organization} {...form.getInputProps('engineVersion')} />}
        {/* The browser makes it as high as its text: the library's own brings code for that. */}
        <InputBase
          component="textarea"
          multiline
          label="Description"
          rows={2}
          maxLength={1000}
          styles={{
            input: {
              fieldSizing: 'content',
              minHeight: '3.5rem',
              paddingBlock: '0.5rem',
              resize: 'vertical',
            },
          }}
          {...form.getInputProps('description')}
        />
      </Stack>
    </Section>
  )
}
