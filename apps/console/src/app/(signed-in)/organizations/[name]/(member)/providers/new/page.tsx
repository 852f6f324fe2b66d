import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { NewProvider } from './new-provider'

type Props = PageProps<'/organizations/[name]/providers/new'>

export const generateMetadata = ({ params }: Props) => titleIn(params, 'New · Providers')

export default async function NewProviderPage({ params }: Props) {
  await requireOrganization((await params).name, 'PROVIDERS_WRITE')
  return <NewProvider />
}
