'use client'

import { Stack } from '@mantine/core'
import { useState } from 'react'
import { paths } from '~/paths'
import { TextLink } from '~/ui/links'
import { Note } from '~/ui/texts'
import { ExampleCode } from './example-code'
import type { FoundModule, ShownFolders } from './queries'
import classes from './rail.module.css'

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
          All {folders.examples.toLocaleString('en')} examples
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
