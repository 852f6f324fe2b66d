import { notFound } from 'next/navigation'
import type { ModuleAddress } from '~/paths'
import { ask } from '~/session/ask'
import { addressIn, textOf } from './address'
import { Module } from './module'
import { ModuleDetail, ModuleFolder, type FoundFolders, type ShownFolders } from './queries'
import { Readme } from './documents/readme'

type Props = PageProps<'/modules/[organization]/[name]/[provider]'>

/** The address names a version, the newest otherwise, and a folder of it, the root otherwise. */
export default async function ModulePage({ params, searchParams }: Props) {
  const found = await ask(ModuleDetail, await addressIn(params))
  const module = found.registryModuleNamespace?.registryModule
  if (!module) notFound()
  const asked = await searchParams
  const version = textOf(asked['version']) ?? module.newestVersion?.version
  const path = textOf(asked['part']) ?? ''
  const shown = version === undefined ? undefined : await folderOf(module, version, path)
  if (version !== undefined && !shown) notFound()
  const folder = shown?.folder
  if (path !== '' && !folder) notFound()
  const { readme = null, ...part } = folder ?? {}
  return (
    <Module
      initial={found}
      version={shown?.version}
      part={'path' in part ? part : undefined}
      folders={foldersOf(shown?.folders)}
      readme={readme && shown && <Readme readme={readme} archive={{ module, version: shown.version }} />}
    />
  )
}

async function folderOf(
  { namespace: organization, name, provider }: ModuleAddress,
  version: string,
  path: string,
) {
  const found = await ask(ModuleFolder, { organization, name, provider, version, path })
  return found.registryModuleNamespace?.registryModule?.version
}

/** Submodules come first: what is beyond the first hundred is of the kind that those end with. */
function foldersOf({ nodes, totalCount }: FoundFolders = { nodes: [], totalCount: 0 }): ShownFolders {
  const paths = nodes.map(({ path }) => path)
  const first = paths.filter((path) => path.startsWith('modules/')).length
  const submodules = first === paths.length ? totalCount : first
  return { paths, submodules, examples: totalCount - submodules }
}
