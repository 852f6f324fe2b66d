import type { LivingPlatform } from '../fixtures.js'

/** Replaces the list of organizations that may use an organization's modules. */
export async function shareModules(
  { apiUrl, adminToken }: LivingPlatform,
  producer: string,
  consumers: readonly string[],
): Promise<void> {
  const path = `/api/v2/admin/organizations/${producer}/relationships/module-consumers`
  const { status } = await fetch(apiUrl + path, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: consumers.map((id) => ({ type: 'organizations', id })) }),
  })
  if (status !== 204) throw new Error(`PATCH ${path} was answered with ${status}`)
}
