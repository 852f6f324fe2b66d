'use client'

import { Button, Paper } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DeprecationStatus } from '~/data/generated/graphql'
import { type ModuleAddress, moduleArchive, paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import type { Column } from '~/ui/lists/data-table'
import { DeprecationStatusBadge } from '~/ui/feedback/deprecation-status-badge'
import { NameLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { sizeText } from '~/ui/text'
import { Note, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { moduleTrail } from '../trail'
import { FileTree } from './file-tree'
import classes from './files.module.css'
import { ModuleEntries } from './queries'

type Props = {
  module: ModuleAddress
  version: string
  path: string
  deprecation: DeprecationStatus | undefined
  /** Null for a folder. */
  file: ReactNode
  size: number | undefined
}

/** A file of a version, or what lies in a folder of it, and the whole of it to download. */
export function Files({ module, version, path, deprecation, file, size }: Props) {
  const { namespace, name, provider } = module
  return (
    <>
      <Crumbs trail={trailOf({ module, version, path })} />
      <PageHeader
        title={path === '' ? 'Files' : path}
        tab={`${path === '' ? 'Files' : path} · ${namespace}/${name}/${provider}`}
        afterTitle={deprecation && <DeprecationStatusBadge status={deprecation} />}
        actions={
          deprecation !== 'REVOKED' && (
            <Button
              component="a"
              href={moduleArchive(module, version)}
              variant="default"
              leftSection={<IconDownload size={16} />}
            >
              Download archive
            </Button>
          )
        }
      />
      <div className={classes['page']}>
        <FileTree key={version} module={module} version={version} path={path} />
        {file ? (
          <Paper>
            <div className={classes['head']}>
              <strong>{path.slice(path.lastIndexOf('/') + 1)}</strong>
              <Small>
                Version {version}
                {size !== undefined && ` · ${sizeText(size)}`}
              </Small>
            </div>
            <div className={classes['body']}>{file}</div>
          </Paper>
        ) : (
          <Entries module={module} version={version} folder={path} />
        )}
      </div>
    </>
  )
}

/** Returns the breadcrumb from the folders up to the module. */
function trailOf({ module, version, path }: Pick<Props, 'module' | 'version' | 'path'>) {
  const parts = path.split('/').filter(Boolean)
  const above = parts.slice(0, -1).map((label, index) => ({
    label,
    path: paths.moduleFiles(module, { version, path: parts.slice(0, index + 1).join('/') }),
  }))
  return [
    ...moduleTrail(module, { version }),
    ...(path === '' ? [] : [{ label: 'Files', path: paths.moduleFiles(module, { version }) }]),
    ...above,
  ]
}

type Place = { module: ModuleAddress; version: string; folder: string }

const pageSize = 50

function Entries({ module, version, folder }: Place) {
  const { namespace: organization, name, provider } = module
  const list = useList(ModuleEntries, {
    noun: 'file',
    size: pageSize,
    variables: { organization, name, provider, version, folder },
    pick: (data) => {
      const entries = data.registryModuleNamespace?.registryModule?.version?.entries
      return entries && { ...entries, nodes: entries.nodes.map((node) => ({ ...node, id: node.path })) }
    },
  })
  return (
    <Paper>
      <PagedList columns={columnsOf(module, version)} {...list} nothing={<Note p="md">No files.</Note>} />
    </Paper>
  )
}

type Entry = { path: string; name: string; isFolder: boolean; size: number }

const columnsOf = (module: ModuleAddress, version: string): readonly Column<Entry>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 8,
    place: 'title',
    cell: ({ path, name, isFolder }) => (
      <NameLink href={paths.moduleFiles(module, { version, path })}>{isFolder ? `${name}/` : name}</NameLink>
    ),
  },
  { key: 'size', header: 'Size', width: 2, align: 'end', cell: ({ size }) => sizeText(size) },
]
