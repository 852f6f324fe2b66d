'use client'

import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { Link } from '~/ui/link'
import { SearchInput } from '~/ui/lists/search-input'
import { count } from '~/ui/text'
import { Small } from '~/ui/texts'
import { categoryNames, wordOf } from './doc-pages'
import classes from './documentation.module.css'
import { type DocGroup, type DocPage, ProviderDocPages } from './queries'

type Address = { category: string; slug: string; subcategory: string | undefined }
type Version = { providerId: string; version: string }
type Props = Version & { groups: readonly DocGroup[]; open: Address }

/** Most pages that are asked for at once; of more, subcategories are unfolded one by one. */
const pageSize = 100

/** Pages by category and subcategory; what is typed narrows them. */
export function DocsTree({ providerId, version, groups, open }: Props) {
  const [search, setSearch] = useState('')
  const categories = [...new Set(groups.map(({ category }) => category))]
  const at = { providerId, version }
  const isSmall = groups.reduce((sum, group) => sum + group.count, 0) <= pageSize
  const asked = { ...at, filter: {}, page: { number: 1, size: pageSize } }
  const { data } = useQuery({ ...query(ProviderDocPages, asked), staleTime: 60_000, enabled: isSmall })
  const all = data?.providerDocumentation?.docs.nodes
  return (
    <nav aria-label="Documentation" className={classes['tree']}>
      <SearchInput label="Find a page" value={search} onChange={setSearch} />
      {search === '' ? (
        categories.map((category) => (
          <section key={category} aria-label={categoryNames[category]}>
            <h2>{categoryNames[category]}</h2>
            {groups
              .filter((group) => group.category === category)
              .map((group) =>
                isSmall ? (
                  <Whole key={group.subcategory} {...at} group={group} open={open} docs={all} />
                ) : (
                  <Folded key={group.subcategory} {...at} group={group} open={open} />
                ),
              )}
          </section>
        ))
      ) : (
        <Pages {...at} filter={{ search }} open={open} isSearch />
      )}
    </nav>
  )
}

type GroupProps = Version & { group: DocGroup; open: Address }

const nameOfGroup = ({ subcategory }: DocGroup) =>
  subcategory === '' ? 'Without a subcategory' : subcategory

/** A subcategory whose pages are known; those without one stand right below their category. */
function Whole({ group, docs, open, ...at }: GroupProps & { docs: readonly DocPage[] | undefined }) {
  const { category, subcategory, count: pages } = group
  const own = docs?.filter((doc) => doc.category === category && doc.subcategory === subcategory)
  const list = (
    <ul>
      {own?.map((doc) => (
        <li key={doc.id}>
          <PageEntry {...at} doc={doc} open={open} isSearch={false} />
        </li>
      )) ?? Array.from({ length: pages }, (_, n) => <Waiting key={n} />)}
    </ul>
  )
  if (subcategory === '') return list
  return (
    <details open>
      <summary>{nameOfGroup(group)}</summary>
      {list}
    </details>
  )
}

/** A subcategory whose pages are asked for once it is unfolded. */
function Folded({ group, open, ...at }: GroupProps) {
  const { category, subcategory, count: pages } = group
  const [isOpen, setOpen] = useState(open.category === wordOf(category) && open.subcategory === subcategory)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {nameOfGroup(group)} <span>{pages}</span>
      </summary>
      {isOpen && <Pages {...at} filter={{ category, subcategory }} open={open} isSearch={false} />}
    </details>
  )
}

const Waiting = () => (
  <li>
    <Skeleton height={16} my={6} />
  </li>
)

type PagesProps = Version & {
  filter: { search?: string; category?: DocGroup['category']; subcategory?: string }
  open: Address
  isSearch: boolean
}

function Pages({ providerId, version, filter, open, isSearch }: PagesProps) {
  const [pages, setPages] = useState(1)
  return (
    <ul>
      {Array.from({ length: pages }, (_, n) => (
        <PartOfPages
          key={n}
          {...{ providerId, version, filter, open, isSearch, number: n + 1 }}
          onMore={n + 1 === pages ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </ul>
  )
}

type PartProps = PagesProps & { number: number; onMore: (() => void) | undefined }

function PartOfPages({ providerId, version, filter, open, isSearch, number, onMore }: PartProps) {
  const asked = { providerId, version, filter, page: { number, size: pageSize } }
  const { data, error, refetch } = useQuery({ ...query(ProviderDocPages, asked), staleTime: 60_000 })
  if (error)
    return (
      <li>
        <Failure title="The pages could not be loaded" error={error} retry={() => void refetch()} />
      </li>
    )
  const docs = data?.providerDocumentation?.docs
  if (!docs) return <Waiting />
  const left = docs.totalCount - number * pageSize
  return (
    <>
      {isSearch && number === 1 && (
        <li>
          <Small>{docs.totalCount === 0 ? 'No page matches.' : count(docs.totalCount, 'page')}</Small>
        </li>
      )}
      {docs.nodes.map((doc) => (
        <li key={doc.id}>
          <PageEntry {...{ providerId, version, doc, open, isSearch }} />
        </li>
      ))}
      {left > 0 && onMore && (
        <li>
          <Button size="compact-xs" variant="default" onClick={onMore}>
            Show {Math.min(left, pageSize)} more
          </Button>
        </li>
      )}
    </>
  )
}

type EntryProps = Version & { doc: DocPage; open: Address; isSearch: boolean }

function PageEntry({ providerId, version, doc, open, isSearch }: EntryProps) {
  const address = { category: wordOf(doc.category), slug: doc.slug }
  const isOpen = address.category === open.category && address.slug === open.slug
  return (
    <Anchor
      component={Link}
      href={paths.providerDocs(providerId, version, address)}
      aria-current={isOpen ? 'page' : undefined}
    >
      {nameOf(doc)}
      {isSearch && <Small>{categoryNames[doc.category]}</Small>}
    </Anchor>
  )
}

/** Guides go by their title; what configurations name goes by its name. */
const nameOf = ({ category, slug, title }: DocPage): string =>
  category === 'GUIDES' || category === 'OVERVIEW' ? title : slug
