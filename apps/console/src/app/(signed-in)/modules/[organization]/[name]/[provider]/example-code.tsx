'use client'

import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import { Failure } from '~/ui/failure'
import { Note } from '~/ui/texts'
import { ModuleFileView } from './module-file'

const ExampleSources = graphql(`
  query ExampleSources(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        version(version: $version) {
          folder(path: $path) {
            fault
            sources(page: { size: 20 }) {
              nodes {
                ...ModuleFileFacts
              }
            }
          }
        }
      }
    }
  }
`)

type Props = { module: ModuleAddress; version: string; path: string }

/** The sources of an example, whose calls of the module have its address, to be copied into a configuration. */
export function ExampleCode({ module, version, path }: Props) {
  const { namespace: organization, name, provider } = module
  const { data, error, refetch } = useQuery(
    query(ExampleSources, { organization, name, provider, version, path }),
  )
  const { fault, sources } = data?.registryModuleNamespace?.registryModule?.version?.folder ?? {}
  if (error)
    return <Failure title="The example could not be loaded" error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  if (!sources?.nodes.length) return <Note>No source files.</Note>
  const files = sources.nodes.map((file) => (
    <div key={file.path}>
      <Text size="sm" fw={600} ff="monospace" mb={4}>
        {file.path.slice(path.length + 1)}
      </Text>
      <ModuleFileView file={file} archive={{ module, version }} />
    </div>
  ))
  return (
    <>
      {fault && (
        <Alert color="yellow" mb="sm" title="This example cannot be read">
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {fault}
          </Text>
        </Alert>
      )}
      {files}
    </>
  )
}
