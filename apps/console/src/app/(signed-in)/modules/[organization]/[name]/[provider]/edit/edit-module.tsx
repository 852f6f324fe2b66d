'use client'

import { changesOf } from '~/data/merge'
import type { ModuleToEditFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { AboutFields, type AboutValues } from '~/app/(signed-in)/modules/about-fields'
import { ModuleToEdit } from './queries'

type Facts = ModuleToEditFactsFragment

const labels: Record<keyof AboutValues, string> = {
  description: 'description',
  sourceUrl: 'source repository',
}

const valuesOf = ({ description, sourceUrl }: Facts): AboutValues => ({
  description: description ?? '',
  sourceUrl: sourceUrl ?? '',
})

/** Only what was changed, so that no other user's change is undone; what is emptied is unset. */
function changesIn(base: Facts, { description, sourceUrl }: AboutValues): Partial<Facts> {
  const tidied = { description: description.trim(), sourceUrl: sourceUrl.trim() }
  const changes = Object.entries(changesOf(tidied, valuesOf(base)))
  return Object.fromEntries(changes.map(([name, value]) => [name, value || null]))
}

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
      <Crumbs
        trail={[
          { label: 'Modules', path: paths.modules() },
          { label: namespace, path: paths.modulesOf(namespace) },
          { label: `${name}/${provider}`, path },
        ]}
      />
      <PageHeader title={`Edit ${name}/${provider}`} tab={`Edit ${name}/${provider} · Modules`} />
      <EditForm
        thing="module"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        submitLabel="Save module"
        cancelPath={path}
        save={async (base, values) => {
          const input = { id: base.id, expectedUpdatedAt: base.updatedAt, ...changesIn(base, values) }
          const { userErrors } = await update.mutateAsync(input)
          return userErrors.length > 0 ? userErrors : { done: `${name}/${provider} is saved.`, path }
        }}
        load={load}
      >
        {(form) => <AboutFields form={form} />}
      </EditForm>
    </>
  )
}
