'use client'

import { useRouter } from 'next/navigation'
import type { OrganizationSettingsFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { toastDone } from '~/ui/toast'
import { useUpdateOrganization } from '~/app/(signed-in)/organizations/changes'
import { OrganizationSettingsQuery } from './queries'
import { SettingsFields } from './settings-fields'
import { labels, updateInputOf, validation, valuesOf } from './values'

/** What site administrators decide about an organization. */
export function OrganizationSettings({ found }: { found: OrganizationSettingsFactsFragment }) {
  const router = useRouter()
  const update = useUpdateOrganization()
  const path = paths.organization(found.name)

  return (
    <>
      <Crumbs
        trail={[
          { label: 'Organizations', path: paths.organizations() },
          { label: found.name, path },
        ]}
      />
      <PageHeader title={`Settings of ${found.name}`} />
      <EditForm
        thing="organization"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save settings"
        cancelPath={path}
        save={async (base, values) =>
          (await update.mutateAsync(updateInputOf(base, values, valuesOf(base)))).userErrors
        }
        onSaved={() => {
          toastDone(`The settings of ${found.name} are saved.`)
          router.replace(path)
        }}
        load={async () => (await request(OrganizationSettingsQuery, { name: found.name })).siteOrganization}
      >
        {(form, base) => <SettingsFields form={form} organization={base} />}
      </EditForm>
    </>
  )
}
