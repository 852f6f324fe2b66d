'use client'

import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { type ModuleAddress, paths } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { TextLink } from '~/ui/links'
import { hiddenOf } from '~/ui/lists/found-options'
import { numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { ModuleFileView } from './module-file'
import type { FoundModule, ShownFolders } from '../queries'
import classes from '../rail.module.css'

type Props = { module: FoundModule; version: string; folders: ShownFolders }

/** The examples of a version with their code, the first of them open. */
export function Examples({ module, version, folders }: Props) {
  const examples = folders.paths.filter((path) => path.startsWith('examples/'))
  if (examples.length === 0) return <Note>No examples. Folders below examples/ are shown here.</Note>
  return (
    <Stack gap="sm">
      {examples.map((path, index) => (
        <Example key={path} module={module} version={version} path={path} isFirst={index === 0} />
      ))}
      {folders.examples > examples.length && (
        <TextLink href={paths.moduleFiles(module, { version, path: 'examples' })}>
          All {numberText(folders.examples)} examples
        </TextLink>
      )}
    </Stack>
  )
}

type ExampleProps = Omit<Props, 'folders'> & { path: string; isFirst: boolean }

function Example({ module, version, path, isFirst }: ExampleProps) {
  const [isOpen, setOpen] = useState(isFirst)
  return (
    <details
      className={classes['example']}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{path.slice('examples/'.length)}</h2>
      </summary>
      {isOpen && <ExampleCode module={module} version={version} path={path} />}
      <Note>
        <TextLink href={paths.module(module, { version, part: path })}>Open {path}</TextLink>
      </Note>
    </details>
  )
}

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
              totalCount
            }
          }
        }
      }
    }
  }
`)

type CodeProps = { module: ModuleAddress; version: string; path: string }

/** The sources of an example, whose calls of the module have its address, to be copied into a configuration. */
export function ExampleCode({ module, version, path }: CodeProps) {
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
      {hiddenOf(sources) > 0 && (
        <TextLink href={paths.moduleFiles(module, { version, path })}>
          All {numberText(sources.totalCount)} files
        </TextLink>
      )}
    </>
  )
}
