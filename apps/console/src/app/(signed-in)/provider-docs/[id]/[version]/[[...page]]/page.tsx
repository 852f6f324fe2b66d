import { notFound, redirect } from 'next/navigation'
import { Readme } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/documents/readme'
import { paths } from '~/paths'
import { ask } from '~/session/ask'
import { categoryOf, wordOf } from './doc-pages'
import { DocsChanges } from './docs-changes'
import { DocumentationPage } from './documentation'
import { type DocGroup, type Documentation, ProviderDocGroups, ProviderDocumentation } from './queries'

type Props = PageProps<'/provider-docs/[id]/[version]/[[...page]]'>

/** Documentation of a version of a private provider, for members and for those it is shared with. */
export default async function ProviderDocsPage({ params }: Props) {
  const asked = await params
  const [id, version] = [asked.id, asked.version].map(decodeURIComponent) as [string, string]
  const [word = 'overview', slug = 'index', ...more] = (asked.page ?? []).map(decodeURIComponent)
  const category = categoryOf(word)
  if (category === undefined || more.length > 0) notFound()
  const found = await ask(ProviderDocumentation, { providerId: id, version, category, slug })
  const documentation = found.providerDocumentation
  if (!documentation) notFound()
  const [first] = documentation.first.nodes
  if (!asked.page && !documentation.doc && first)
    redirect(paths.providerDocs(id, version, { category: wordOf(first.category), slug: first.slug }))
  const { doc } = documentation
  return (
    <DocumentationPage
      providerId={id}
      documentation={documentation}
      groups={await groupsOf(documentation, id)}
      page={{ category: word, slug }}
    >
      {category === 'OVERVIEW' && <DocsChanges providerId={id} documentation={documentation} />}
      {doc && <Readme readme={doc.text} archive={{ docs: { providerId: id, version } }} />}
    </DocumentationPage>
  )
}

/** Returns all subcategories: with those that the first answer had no place for. */
async function groupsOf({ version, groups }: Documentation, providerId: string): Promise<DocGroup[]> {
  const size = 100
  const further = Array.from({ length: Math.max(0, Math.ceil(groups.totalCount / size) - 1) }, (_, n) =>
    ask(ProviderDocGroups, { providerId, version, page: { number: n + 2, size } }),
  )
  const found = await Promise.all(further)
  return [...groups.nodes, ...found.flatMap(({ providerDocumentation: each }) => each?.groups.nodes ?? [])]
}
