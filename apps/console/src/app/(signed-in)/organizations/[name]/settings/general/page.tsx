import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { GeneralSettings } from './general-settings'
import { GeneralSettingsQuery } from './values'

export default async function GeneralSettingsPage({
  params,
}: PageProps<'/organizations/[name]/settings/general'>) {
  const { name } = await requireOrganization((await params).name, 'ORGANIZATIONS_WRITE')
  const { organization } = await ask(GeneralSettingsQuery, { name })
  if (!organization) notFound()
  return <GeneralSettings found={organization} />
}
