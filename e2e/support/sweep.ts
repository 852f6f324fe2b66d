import type { LivingApi } from './living.js'
import type { Resource } from './rest.js'

/** Description of the token in the answer to the first set-up, with which all of this is done. */
const firstToken = 'Created at the first set-up'

/**
 * Removes the things that tests made on a platform, as an administrator would: the next file of tests finds none of the
 * last one's names, except those of organizations, which stay taken. The administrator with the first token stays, and
 * so do settings and the audit log.
 */
export async function sweep({ rest, administrator }: LivingApi): Promise<void> {
  await empty('/admin/webhooks', ({ id }) => id, '/webhooks')
  await empty('/admin/organizations', ({ attributes }) => String(attributes['name']))
  await empty('/admin/engine-versions', ({ id }) => id)
  await empty('/admin/users', ({ id, attributes }) =>
    attributes['username'] === administrator.username ? undefined : id,
  )
  const { data: self } = await rest.get('/account/details')
  await empty(
    `/users/${self?.id}/authentication-tokens`,
    ({ id, attributes }) => (attributes['description'] === firstToken ? undefined : id),
    '/authentication-tokens',
  )

  async function empty(
    list: string,
    keyOf: (resource: Resource) => string | undefined,
    path = list,
  ): Promise<void> {
    for (;;) {
      const keys = (await rest.list(`${list}?page[size]=100`)).flatMap((resource) => keyOf(resource) ?? [])
      if (keys.length === 0) return
      for (const key of keys) {
        const { status } = await rest.delete(`${path}/${key}`)
        if (status !== 204) throw new Error(`DELETE ${path}/${key} was answered with ${status}`)
      }
    }
  }
}
