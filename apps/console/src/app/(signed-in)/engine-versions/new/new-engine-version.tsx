'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { graphql } from '../../../../data/generated'
import type { EngineVersionCreateInput } from '../../../../data/generated/graphql'
import { request } from '../../../../data/request'
import { paths } from '../../../../paths'
import { Crumbs } from '../../../../ui/crumbs'
import { PageHeader } from '../../../../ui/page-header'
import { toastDone } from '../../../../ui/toast'
import { useEngineVersionsChanged } from '../changes'
import { EngineVersionForm } from '../form/engine-version-form'
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
  const changed = useEngineVersionsChanged()
  const create = useMutation({
    mutationFn: async (input: EngineVersionCreateInput) =>
      (await request(EngineVersionCreate, { input })).engineVersionCreate,
    onSuccess: () => changed(),
  })

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
      <EngineVersionForm
        form={form}
        submitLabel="Add engine version"
        cancelPath={paths.engineVersions()}
        onSubmit={save}
      />
    </>
  )
}
