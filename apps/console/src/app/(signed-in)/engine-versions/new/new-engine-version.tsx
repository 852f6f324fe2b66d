'use client'

import { useRouter } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { toastDone } from '~/ui/toast'
import { engineVersionAreas } from '../changes'
import { EngineVersionFields, hasInput } from '../form/engine-version-fields'
import { useEngineVersionForm } from '../form/use-form'
import { createInputOf, emptyValues, type FormValues } from '../form/values'

const EngineVersionCreate = graphql(`
  mutation EngineVersionCreate($input: EngineVersionCreateInput!) {
    engineVersionCreate(input: $input) {
      engineVersion {
        id
        version
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export function NewEngineVersion() {
  const router = useRouter()
  const form = useEngineVersionForm(emptyValues)
  const create = useChange(EngineVersionCreate, engineVersionAreas)

  async function save(values: FormValues) {
    const { engineVersion, userErrors } = await create.mutateAsync(createInputOf(values))
    if (!engineVersion) return userErrors
    form.resetDirty()
    toastDone(`${engineVersion.version} is added.`)
    router.replace(paths.engineVersion(engineVersion.id))
    return 'saved'
  }

  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader title="New engine version" />
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
