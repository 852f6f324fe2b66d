import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { Readme } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/documents/readme'
import { DocsChanges } from '~/app/(signed-in)/provider-docs/[id]/[version]/[[...page]]/docs-changes'
import type { ProviderDetailQuery, ProviderOverviewQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { ask } from '~/session/ask'
import { PublicProviderStatus } from '~/app/(signed-in)/organizations/[name]/(member)/public-providers/queries'
import { TextLink } from '~/ui/links'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { type FoundProvider, ProviderDetail, ProviderOverview } from './queries'
import { Provider } from './provider'

export default async function ProviderPage({ params }: PageProps<'/organizations/[name]/providers/[id]'>) {
  const { thing, data } = await requireThing(params, ProviderDetail, (found) => found.registryProvider)
  const [publicStatus, documentation] = await Promise.all([publicStatusOf(thing, data), overviewOf(thing)])
  return (
    <Provider id={thing.id} initial={data} publicStatus={publicStatus}>
      {documentation && <Overview providerId={thing.id} documentation={documentation} />}
    </Provider>
  )
}

/** Returns the beginning of the documentation of the newest version that has one and can be installed. */
async function overviewOf({ id, newest }: FoundProvider) {
  const documented = newest.nodes.find(
    ({ published, docsUploadedAt, deprecation }) =>
      published && docsUploadedAt !== null && deprecation?.status !== 'REVOKED',
  )
  if (!documented) return undefined
  const { providerDocumentation } = await ask(ProviderOverview, {
    providerId: id,
    version: documented.version,
  })
  return providerDocumentation
}

type OverviewProps = {
  providerId: string
  documentation: NonNullable<ProviderOverviewQuery['providerDocumentation']>
}

/** The overview page of the documentation, as the README of a module. */
function Overview({ providerId, documentation }: OverviewProps) {
  const { version, doc } = documentation
  return (
    <Section
      title="Documentation"
      action={<TextLink href={paths.providerDocs(providerId, version)}>All pages of {version}</TextLink>}
    >
      <DocsChanges providerId={providerId} documentation={documentation} />
      {doc ? (
        <Readme readme={doc.text} archive={{ docs: { providerId, version } }} />
      ) : (
        <Note>It has no overview, which is the page index.md.</Note>
      )}
    </Section>
  )
}

/** Returns what the organization may do with a provider of the public registry; undefined for others. */
async function publicStatusOf(
  { registryName, organization, namespace, name }: FoundProvider,
  { publicProviderSettings: { mainOrigin } }: ProviderDetailQuery,
) {
  if (registryName === 'PRIVATE' || mainOrigin === null) return undefined
  const address = { origin: mainOrigin, namespace, name }
  return ask(PublicProviderStatus, { organization: organization.name, ...address })
}
