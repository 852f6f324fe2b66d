'use client'

import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFile, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '~/data/query'
import { type ModuleAddress, paths } from '~/paths'
import { Link } from '~/ui/link'
import { ModuleEntries } from './queries'
import classes from './files.module.css'
import { numberText } from '~/ui/text'

type At = { module: ModuleAddress; version: string; path: string }

/** All files of a version, a folder at a time; what leads to the one that is shown is open. */
export const FileTree = (at: At) => (
  <nav className={classes['tree']} aria-label="Files">
    <Level {...at} folder="" />
  </nav>
)

/** Maximum number of a folder's entries in the tree; its own page has all. */
const mostEntries = { number: 1, size: 100 }

function Level({ module, version, path, folder }: At & { folder: string }) {
  const { namespace: organization, name, provider } = module
  const { data } = useQuery({
    ...query(ModuleEntries, { organization, name, provider, version, folder, page: mostEntries }),
    staleTime: Infinity,
  })
  const entries = data?.registryModuleNamespace?.registryModule?.version?.entries
  return (
    <ul>
      {entries?.nodes.map((entry) =>
        entry.isFolder ? (
          <Folder key={entry.path} module={module} version={version} path={path} folder={entry} />
        ) : (
          <li key={entry.path}>
            <Link
              href={paths.moduleFiles(module, { version, path: entry.path })}
              aria-current={entry.path === path ? 'page' : undefined}
            >
              <IconFile size={14} stroke={1.6} aria-hidden />
              <span>{entry.name}</span>
            </Link>
          </li>
        ),
      )}
      {entries && entries.totalCount > entries.nodes.length && (
        <li>
          <Link href={paths.moduleFiles(module, { version, path: folder })}>
            <span>All {numberText(entries.totalCount)}</span>
          </Link>
        </li>
      )}
    </ul>
  )
}

type FolderProps = At & { folder: { path: string; name: string } }

function Folder({ folder, ...at }: FolderProps) {
  const isOnTheWay = at.path === folder.path || at.path.startsWith(`${folder.path}/`)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isOnTheWay
  return (
    <li>
      <UnstyledButton
        className={classes['folder'] ?? ''}
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        <IconChevronRight size={12} aria-hidden />
        <IconFolder size={14} stroke={1.6} aria-hidden />
        <span>{folder.name}</span>
      </UnstyledButton>
      {isOpen && <Level {...at} folder={folder.path} />}
    </li>
  )
}
