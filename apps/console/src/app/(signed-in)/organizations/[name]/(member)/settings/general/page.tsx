import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { GeneralSettings } from './general-settings'
import { GeneralSettingsQuery } from './values'

type Props = PageProps<'/organizations/[name]/settings/general'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'Settings')

export default async function GeneralSettingsPage({ params }: Props) {
  const { name } = await requireOrganization((await params).name, 'ORGANIZATIONS_WRITE')
  const { organization } = await ask(GeneralSettingsQuery, { name })
  if (!organization) notFound()
  return <GeneralSettings found={organization} />
}
