import { graphql } from '~/data/generated'
import type { DocsChangesFactsFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { TextLink } from '~/ui/links'
import { count, listed } from '~/ui/text'
import { Note, Small } from '~/ui/texts'
import { categoryNames, wordOf } from './doc-pages'
import classes from './docs-changes.module.css'

export const DocsChangesFacts = graphql(`
  fragment DocsChangesFacts on ProviderDocumentation {
    version
    changes {
      fromVersion
      added
      removed
      changed
      pages(page: { size: 100 }) {
        nodes {
          category
          slug
          title
          change
        }
        totalCount
      }
    }
  }
`)

type Props = { providerId: string; documentation: DocsChangesFactsFragment }

const words = { ADDED: 'New', REMOVED: 'Removed', CHANGED: 'Changed' } as const

/** Differences of the documentation of a version from that of the release before it. */
export function DocsChanges({ providerId, documentation: { version, changes } }: Props) {
  if (!changes) return null
  const { fromVersion, added, removed, changed, pages } = changes
  const all = added + removed + changed
  if (all === 0) return <Note>Its documentation is that of {fromVersion}.</Note>
  const parts = [
    added > 0 && count(added, 'new page'),
    removed > 0 && count(removed, 'removed page'),
    changed > 0 && count(changed, 'changed page'),
  ].filter((part) => part !== false)
  return (
    <details className={classes['changes']}>
      <summary>
        Since {fromVersion}: {listed(parts)}
      </summary>
      <ul>
        {pages.nodes.map(({ category, slug, title, change }) => (
          <li key={`${category}/${slug}`}>
            <span>{words[change]}</span>
            {change === 'REMOVED' ? (
              <span>{title}</span>
            ) : (
              <TextLink href={paths.providerDocs(providerId, version, { category: wordOf(category), slug })}>
                {title}
              </TextLink>
            )}
            <Small>{categoryNames[category]}</Small>
          </li>
        ))}
      </ul>
      {all > pages.nodes.length && <Note>And {count(all - pages.nodes.length, 'more page')}.</Note>}
    </details>
  )
}
