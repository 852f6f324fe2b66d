import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask } from '~/session/ask'
import { addressIn } from '../address'
import { EditModule } from './edit-module'
import { ModuleToEdit } from './queries'

type Props = PageProps<'/modules/[organization]/[name]/[provider]/edit'>

const find = cache(
  async (organization: string, name: string, provider: string) =>
    (await ask(ModuleToEdit, { organization, name, provider })).registryModuleNamespace?.registryModule,
)

const findAt = async (params: Props['params']) => find(...(await addressIn(params)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const module = await findAt(params)
  return { title: `Edit ${module?.canDelete ? `${module.name}/${module.provider}` : ''} · Modules` }
}

export default async function EditModulePage({ params }: Props) {
  const module = await findAt(params)
  if (!module?.canDelete) notFound()
  return <EditModule found={module} />
}
