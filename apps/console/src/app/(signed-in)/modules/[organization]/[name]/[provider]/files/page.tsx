import { notFound } from 'next/navigation'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { addressIn } from '../address'
import { ModuleFileView } from '../documents/module-file'
import { Files } from './files'

const ModuleFile = graphql(`
  query ModuleFile(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        namespace
        name
        provider
        version(version: $version) {
          version
          deprecation {
            status
          }
          file(path: $path) {
            ...ModuleFileFacts
          }
          entries(folder: $path, page: { size: 1 }) {
            totalCount
          }
        }
      }
    }
  }
`)

type Props = PageProps<'/modules/[organization]/[name]/[provider]/files'>

/** The address names a version, and a file or a folder of its archive. */
export default async function ModuleFilesPage({ params, searchParams }: Props) {
  const asked = await searchParams
  const textOf = (name: string) => (typeof asked[name] === 'string' ? asked[name] : '')
  const path = textOf('path')
  const address = await addressIn(params)
  const found = await ask(ModuleFile, { ...address, version: textOf('version'), path })
  const module = found.registryModuleNamespace?.registryModule
  const version = module?.version
  if (!version || (!version.file && version.entries.totalCount === 0)) notFound()
  const archive = { module, version: version.version }
  return (
    <Files
      {...archive}
      path={path}
      deprecation={version.deprecation?.status}
      file={version.file && <ModuleFileView file={version.file} archive={archive} isNumbered />}
      size={version.file?.size}
    />
  )
}
