'use client'

import type { OrganizationSettingsFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { OrganizationUpdate } from '~/app/(signed-in)/organizations/changes'
import { SettingsFields } from './settings-fields'
import { labels, OrganizationSettingsQuery, updateInputOf, validation, valuesOf } from './values'

/** What site administrators decide about an organization. */
export function OrganizationSettings({ found }: { found: OrganizationSettingsFactsFragment }) {
  const update = useChange(OrganizationUpdate)
  const path = paths.organization(found.name)

  return (
    <>
      <Crumbs
        trail={[
          { label: 'Organizations', path: paths.organizations() },
          { label: found.name, path },
        ]}
      />
      <PageHeader title={`Settings of ${found.name}`} tab={`Settings of ${found.name} · Organizations`} />
      <EditForm
        thing="organization"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save settings"
        cancelPath={path}
        save={async (base, values) => {
          const { userErrors } = await update.mutateAsync(updateInputOf(base, values, valuesOf(base)))
          return userErrors.length > 0
            ? userErrors
            : { done: `The settings of ${found.name} are saved.`, path }
        }}
        load={async () => (await request(OrganizationSettingsQuery, { name: found.name })).siteOrganization}
      >
        {(form, base) => <SettingsFields form={form} organization={base} />}
      </EditForm>
    </>
  )
}
