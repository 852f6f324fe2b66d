import { notFound } from 'next/navigation'
import { EditModule } from '~/app/(signed-in)/modules/module-form'
import { ask } from '~/session/ask'
import { addressIn } from '../address'
import { ModuleToEdit } from './queries'

type Props = PageProps<'/modules/[organization]/[name]/[provider]/edit'>

export default async function EditModulePage({ params }: Props) {
  const { registryModuleNamespace, organization } = await ask(ModuleToEdit, await addressIn(params))
  const module = registryModuleNamespace?.registryModule
  if (!module?.canDelete) notFound()
  return <EditModule found={module} inheritedPolicy={organization?.moduleInterfacePolicy ?? null} />
}
