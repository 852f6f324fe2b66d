'use client'

import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { EngineVersionFields, hasInput } from '../form/engine-version-fields'
import { emptyValues, tidy, validation, type FormValues } from '../form/values'

const EngineVersionCreate = graphql(`
  mutation EngineVersionCreate($input: EngineVersionCreateInput!) {
    engineVersionCreate(input: $input) {
      engineVersion {
        id
        version
      }
    }
  }
`)

/** `version`: the number that the form begins with. */
export function NewEngineVersion({ version }: { version: string }) {
  const form = useForm({ initialValues: { ...emptyValues, version }, validate: validation })
  const create = useChange(EngineVersionCreate)

  async function save(values: FormValues) {
    const { engineVersion, userErrors } = await create.mutateAsync(tidy(values))
    if (!engineVersion) return userErrors
    return { done: `${engineVersion.version} is added.`, path: paths.engineVersion(engineVersion.id) }
  }

  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader title="New engine version" tab="New · Engine versions" />
      <RecordForm
        form={form}
        hasInput={hasInput}
        submitLabel="Add engine version"
        cancelPath={paths.engineVersions()}
        onSubmit={save}
      >
        <EngineVersionFields form={form} />
      </RecordForm>
    </>
  )
}
