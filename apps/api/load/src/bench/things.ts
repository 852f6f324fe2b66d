import type { OperationContext } from '#api/kernel/context.js'
import type { Services } from '#api/services.js'

/** Three pages of each. */
const count = 60

/**
 * What else there is to be listed: versions of the engine, and providers of the biggest organization, each made by a
 * caller with the right.
 */
export async function makeThings(
  services: Services,
  administrator: OperationContext,
  member: OperationContext,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const version = `1.${Math.floor(n / 10)}.${n % 10}`
    const url = `https://releases.bench.example/engine_${version}_linux_amd64.zip`
    await services.engineVersions.create(administrator, {
      version,
      url,
      sha: 'ab'.repeat(32),
      official: true,
    })
    const provider = { name: `cloud-${n}`, namespace: 'team-0000', registryName: 'private' }
    await services.providers.create(member, 'team-0000', provider)
  }
}
