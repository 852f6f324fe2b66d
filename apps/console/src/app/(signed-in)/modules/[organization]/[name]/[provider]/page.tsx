import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { ModuleAddress } from '../../../../../../paths'
import { ask } from '../../../../../../session/ask'
import { addressIn } from './address'
import { Module } from './module'
import { ModuleContents, ModuleDetail } from './queries'
import { Readme } from './readme'

type Props = PageProps<'/modules/[organization]/[name]/[provider]'>

const find = cache((organization: string, name: string, provider: string) =>
  ask(ModuleDetail, { organization, name, provider }),
)

const findAt = async (params: Props['params']) => find(...(await addressIn(params)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const module = (await findAt(params)).registryModuleNamespace?.registryModule
  return { title: module ? `${module.name}/${module.provider} · ${module.namespace}` : 'Not found' }
}

/** The address names a version, the newest otherwise, and a folder of it, the root otherwise. */
export default async function ModulePage({ params, searchParams }: Props) {
  const found = await findAt(params)
  const module = found.registryModuleNamespace?.registryModule
  if (!module) notFound()
  const asked = await searchParams
  const wanted = textOf(asked['version']) ?? module.newestVersion?.version
  const shown = wanted === undefined ? undefined : await contentsOf(module, wanted)
  if (wanted !== undefined && !shown) notFound()

  const { root, submodules = [], examples = [] } = shown?.contents ?? {}
  const parts = [...(root ? [root] : []), ...submodules, ...examples]
  const path = textOf(asked['part']) ?? ''
  const part = parts.find((each) => each.path === path)
  if (path !== '' && !part) notFound()
  const { readme, ...facts } = part ?? { readme: '' }
  return (
    <Module
      initial={found}
      version={shown?.version}
      part={'path' in facts ? facts : undefined}
      parts={parts.map(({ readme: _, ...each }) => each)}
      readme={readme === '' ? undefined : <Readme text={readme} />}
    />
  )
}

async function contentsOf({ namespace: organization, name, provider }: ModuleAddress, version: string) {
  const found = await ask(ModuleContents, { organization, name, provider, version })
  return found.registryModuleNamespace?.registryModule?.version
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
