import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { addressIn } from '../address'
import { EditModule } from './edit-module'
import { ModuleToEdit } from './queries'

type Props = PageProps<'/modules/[organization]/[name]/[provider]/edit'>

export default async function EditModulePage({ params }: Props) {
  const { registryModuleNamespace } = await ask(ModuleToEdit, await addressIn(params))
  const module = registryModuleNamespace?.registryModule
  if (!module?.canDelete) notFound()
  return <EditModule found={module} />
}
