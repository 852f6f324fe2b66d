import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { addressIn } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/address'
import { ModuleComparison } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/compare/queries'
import { versionsToCompare } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/compare/versions-to-compare'
import { Readme } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/documents/readme'
import { ModuleRelease, ModuleReleaseNotes, ModuleReleasePublisher } from './queries'
import { Release } from './release'

type Props = PageProps<'/modules/[organization]/[name]/[provider]/versions/[version]'>

/** Page of a version: its release notes, the changes since the previous one, and who published it. */
export default async function ModuleReleasePage({ params }: Props) {
  const address = await addressIn(params)
  const asked = { ...address, version: decodeURIComponent((await params).version) }
  const found = await ask(ModuleRelease, asked)
  const module = found.registryModuleNamespace?.registryModule
  const version = module?.version
  if (!version) notFound()
  const numbers = versionsToCompare(module, {
    from: version.interface?.comparedWith ?? undefined,
    to: version.version,
  })
  const [told, compared] = await Promise.all([
    ask(ModuleReleaseNotes, asked),
    numbers && ask(ModuleComparison, { ...address, ...numbers }),
  ])
  const mayReadLog = [told.viewer, told.organization].some((each) =>
    each?.permissions.some((permission) => permission === 'AUDIT_EVENTS_READ'),
  )
  const publisher = mayReadLog ? await publisherOf(address.organization, version.id) : undefined
  const notes = told.registryModuleNamespace?.registryModule?.version?.releaseNotes
  const { releaseNotes: _, ...comparison } =
    compared?.registryModuleNamespace?.registryModule?.comparison ?? {}
  return (
    <Release
      initial={found}
      asked={asked}
      publisher={publisher}
      comparison={'changes' in comparison ? comparison : undefined}
      notes={notes && <Readme readme={notes} archive={{ module, version: version.version }} />}
    />
  )
}

async function publisherOf(organization: string, versionId: string): Promise<string | undefined> {
  const filter = { organization, action: 'module-version.publish', target: versionId }
  const { auditEvents } = await ask(ModuleReleasePublisher, { filter })
  return auditEvents.nodes[0]?.actor.name
}
