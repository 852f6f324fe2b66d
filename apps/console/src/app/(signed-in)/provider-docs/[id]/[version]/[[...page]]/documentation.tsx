'use client'

import { Alert, Anchor, Badge, Group, Paper, Text } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { Copy } from '~/ui/copy'
import { Crumbs } from '~/ui/crumbs'
import { Empty } from '~/ui/feedback/empty'
import { Link } from '~/ui/link'
import { PlainSelect } from '~/ui/lists/plain-select'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { Small } from '~/ui/texts'
import { categoryNames } from './doc-pages'
import { DocsTree } from './docs-tree'
import classes from './documentation.module.css'
import type { DocGroup, Documentation } from './queries'

type Address = { category: string; slug: string }
type Props = {
  providerId: string
  documentation: Documentation
  groups: readonly DocGroup[]
  page: Address
  children: ReactNode
}

/** The pages of a version as a tree, and the one that is open. */
export function DocumentationPage({ providerId, documentation, groups, page, children }: Props) {
  const { namespace, name, version, isShared, doc } = documentation
  const label = `${namespace}/${name}`
  const provider = isShared ? paths.sharedProvider(providerId) : paths.provider(namespace, providerId)
  return (
    <>
      <Crumbs
        trail={[
          isShared
            ? { label: 'Shared providers', path: paths.sharedProviders() }
            : { label: 'Providers', path: paths.providers(namespace) },
          { label, path: provider },
        ]}
      />
      <PageHeader
        title={doc?.title ?? `Documentation of ${label}`}
        tab={`${doc?.title ?? 'Documentation'} · ${label} ${version}`}
        afterTitle={doc && <Badge variant="default">{categoryNames[doc.category]}</Badge>}
        actions={<VersionSwitch {...{ providerId, documentation, page }} />}
      />
      {groups.length === 0 ? (
        <NoDocumentation version={version} isShared={isShared} />
      ) : (
        <div className={classes['columns']}>
          <DocsTree
            providerId={providerId}
            version={version}
            groups={groups}
            open={{ ...page, subcategory: doc?.subcategory }}
          />
          <Paper p="md" component="article" className={classes['page'] ?? ''}>
            {doc ? (
              <>
                <Group justify="space-between" mb="sm">
                  <Small>{doc.subcategory}</Small>
                  <PageLink {...{ providerId, version, page }} />
                </Group>
                {doc.truncated && (
                  <Alert color="yellow" mb="md">
                    The page is longer than what is kept: its end is missing here.
                  </Alert>
                )}
                {children}
              </>
            ) : (
              <Text>
                {version} has no such page.{' '}
                <Anchor component={Link} href={paths.providerDocs(providerId, version)}>
                  Go to the beginning of its documentation
                </Anchor>
                .
              </Text>
            )}
          </Paper>
        </div>
      )}
    </>
  )
}

type LinkProps = { providerId: string; version: string; page: Address }

function PageLink({ providerId, version, page }: LinkProps) {
  const path = paths.providerDocs(providerId, version, page)
  const address = typeof window === 'undefined' ? path : new URL(path, window.location.href).href
  return <Copy text={address} what="the link to this page" />
}

/** Switches to another version, on the same page. */
function VersionSwitch({ providerId, documentation, page }: Omit<Props, 'children' | 'groups'>) {
  const router = useRouter()
  const { version, versions } = documentation
  const numbers = versions.nodes.map((each) => each.version)
  if (numbers.length === 0) return null
  const known = numbers.includes(version) ? numbers : [version, ...numbers]
  const more = versions.totalCount - versions.nodes.length
  return (
    <PlainSelect
      aria-label="Version"
      value={version}
      options={[
        ...known.map((number) => ({ value: number, label: number })),
        ...(more > 0 ? [{ value: '', label: `${more} older ones`, disabled: true }] : []),
      ]}
      onChange={(number) => router.push(paths.providerDocs(providerId, number, page))}
    />
  )
}

function NoDocumentation({ version, isShared }: { version: string; isShared: boolean }) {
  return (
    <Empty icon={IconBook2} title={`${version} has no documentation`}>
      {isShared
        ? 'Its publisher has not uploaded any.'
        : 'Pack the folder docs/ of the provider as a gzipped tar, and upload it on the page of the version, or publish with --docs.'}
    </Empty>
  )
}
