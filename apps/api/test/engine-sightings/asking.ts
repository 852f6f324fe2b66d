import { startNamespace } from '../registry/provider-namespace.js'
import { releaseProvider } from '../registry/signed-provider.js'
import { publishModule } from '../modules/module-requests.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'

export const cli = (version: string) => ({
  'X-Terraform-Version': version,
  'User-Agent': `Terraform/${version}`,
})

export const paths = {
  versions: '/v1/modules/acme/network/aws/versions',
  module: '/v1/modules/acme/network/aws/1.0.0/download',
  providers: '/v1/providers/acme/cloud/versions',
  provider: '/v1/providers/acme/cloud/1.0.0/download/linux/amd64',
}

/** An app with a module and a provider of `Acme`, and versions of the engine: fine, deprecated, disabled. */
export async function startWithEngines() {
  const namespace = await startNamespace()
  const { app, owner, acme, pair } = namespace
  const admin = await app.make.administrator()
  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
  await releaseProvider(app, owner, 'Acme/private/Acme/cloud', pair, { version: '1.0.0' })
  await app.make.engineVersion(admin, '1.11.4')
  await app.make.engineVersion(admin, '1.12.0', { beta: true })
  await app.make.engineVersion(admin, '1.9.2', { deprecated: true, deprecatedReason: 'It\nleaks' })
  await app.make.engineVersion(admin, '1.8.0', { enabled: false })
  return { app, owner, acme, admin, member: await app.make.member(acme) }
}

/** Writes what was counted, and reads all of it. */
export async function counted(app: TestApp, { ctx }: Person) {
  await app.services.engineSightings.stop(ctx)
  const rows = await app.prisma.engineSighting.findMany({
    orderBy: [{ engine: 'asc' }, { version: 'asc' }, { organizationId: 'asc' }],
  })
  return rows.map(({ engine, version, organizationId, requests, refused }) => ({
    engine,
    version,
    organizationId,
    requests,
    refused,
  }))
}
