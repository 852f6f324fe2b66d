'use client'

import type { ModuleToEditQuery } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { AboutFields, type AboutValues } from '~/app/(signed-in)/modules/about-fields'
import type { ModuleIn } from '../queries'
import { moduleTrail } from '../trail'
import { ModuleToEdit } from './queries'

type Facts = ModuleIn<ModuleToEditQuery>

const labels: Record<keyof AboutValues, string> = {
  description: 'description',
  sourceUrl: 'source repository',
}

const valuesOf = ({ description, sourceUrl }: Facts): AboutValues => ({
  description: description ?? '',
  sourceUrl: sourceUrl ?? '',
})

/** The description and source of a module. Its address does not change: it is installed by that. */
export function EditModule({ found }: { found: Facts }) {
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
        {(form) => <AboutFields form={form} />}
      </EditForm>
    </>
  )
}
