import type { LivingApi } from './living.js'
import type { Resource } from './rest.js'

/**
 * Removes the organizations, engine versions and users of a platform but its administrator, as an administrator would:
 * the next file of tests begins with none of what the last one named. Settings and the audit log stay.
 */
export async function sweep({ rest, administrator }: LivingApi): Promise<void> {
  const empty = async (path: string, keyOf: (resource: Resource) => string | undefined): Promise<void> => {
    for (;;) {
      const keys = (await rest.list(`${path}?page[size]=100`)).flatMap((resource) => keyOf(resource) ?? [])
      if (keys.length === 0) return
      for (const key of keys) {
        const { status } = await rest.delete(`${path}/${key}`)
        if (status !== 204) throw new Error(`DELETE ${path}/${key} was answered with ${status}`)
      }
    }
  }
  for (const { id } of await rest.list('/admin/webhooks')) await rest.delete(`/webhooks/${id}`)
  await empty('/admin/organizations', ({ attributes }) => String(attributes['name']))
  await empty('/admin/engine-versions', ({ id }) => id)
  await empty('/admin/users', ({ id, attributes }) =>
    attributes['username'] === administrator.username ? undefined : id,
  )
}
