'use client'

import { Paper, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { Note } from '~/ui/texts'
import { ModuleFileView } from './module-file'
import { Readme } from './readme'

const ModuleDocument = graphql(`
  query ModuleDocument(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
    $isChangelog: Boolean!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        version(version: $version) {
          changelog @include(if: $isChangelog) {
            ...Readme
          }
          file(path: $path) {
            ...ModuleFileFacts
          }
        }
      }
    }
  }
`)

type Props = { module: ModuleAddress; version: string; title: string; path: string; isChangelog: boolean }

/** The changelog of a version, laid out where it is Markdown, or its licence as it is written. */
export function Document({ module, version, title, path, isChangelog }: Props) {
  return (
    <Paper p="md" component="section" aria-label={title}>
      <VisuallyHidden>
        <h2>{title}</h2>
      </VisuallyHidden>
      {path === '' ? skeleton : <Content {...{ module, version, path, isChangelog }} />}
    </Paper>
  )
}

const skeleton = <Skeleton height={320} />

function Content({ module, version, path, isChangelog }: Omit<Props, 'title'>) {
  const { namespace: organization, name, provider } = module
  const { data, error, refetch } = useQuery({
    ...query(ModuleDocument, { organization, name, provider, version, path, isChangelog }),
    staleTime: Infinity,
  })
  const { changelog, file } = data?.registryModuleNamespace?.registryModule?.version ?? {}
  if (error)
    return <Failure title={`${path} could not be loaded`} error={error} retry={() => void refetch()} />
  if (!data) return skeleton
  if (changelog) return <Readme readme={changelog} archive={{ module, version }} />
  return file ? (
    <ModuleFileView file={file} archive={{ module, version }} />
  ) : (
    <Note>{path} is no longer there.</Note>
  )
}
