import type { TestApp } from '../app.js'
import type { Callers } from './callers.js'

let count = 0

type Place = (app: TestApp, callers: Callers) => Promise<Record<string, string>>

/** The module that the token with the scope `publish:acme/network/aws` may publish, with a fresh version. */
const freshVersion: Place = async (app, { owner, organization }) => {
  const address = { namespace: organization.name, name: 'network', provider: 'aws' }
  const { modules, moduleAccess, moduleVersions } = app.services
  const { items } = await modules.list(owner.ctx, organization.name, { number: 1, size: 100 })
  if (!items.some(({ name, provider }) => name === address.name && provider === address.provider))
    await modules.create(owner.ctx, organization.name, address)
  const { module } = await moduleAccess.module(owner.ctx, address, 'modules:write')
  const version = `1.0.${++count}`
  await moduleVersions.create(owner.ctx, module.id, { version })
  return { org: organization.name, ...address, id: module.id, version }
}

/** For each route a fresh thing that stands there, owned by the organization and the owner of the walk. */
const places: Readonly<Record<string, Place>> = {
  '/admin/engine-versions': async () => ({}),
  '/admin/engine-versions/:id': async (app, { owner }) => {
    const administrator = { ...owner.ctx, actor: { type: 'system', name: 'walk' } } as const
    const version = await app.services.engineVersions.create(administrator, {
      version: `1.0.${++count}`,
      url: 'https://releases.example/engine.zip',
      sha: 'ab'.repeat(32),
    })
    return { id: version.id }
  },
  '/account/details': async () => ({}),
  '/authentication-tokens/:id': async (app, { owner }) => {
    const { token } = await app.services.tokens.create(owner.ctx, owner.id, {})
    return { id: token.id }
  },
  '/users/:id/authentication-tokens': async (_app, { owner }) => ({ id: owner.id }),
  '/organizations': async () => ({}),
  '/organizations/:org': async (_app, { organization }) => ({ org: organization.name }),
  '/organizations/:org/registry-modules': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/version': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/versions': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/:version': freshVersion,
  '/registry-modules/:id': freshVersion,
  '/registry-modules/actions/delete/:org/:name': freshVersion,
  '/registry-modules/actions/delete/:org/:name/:provider': freshVersion,
  '/registry-modules/actions/delete/:org/:name/:provider/:version': freshVersion,
  '/registry-modules/:org/:name/:provider/versions': freshVersion,
}

/** The path of such a thing. A route without a place here fails the walk: no route goes untried. */
export async function thingAt(app: TestApp, callers: Callers, route: string): Promise<string> {
  const place = places[route]
  if (!place) throw new Error(`the walk does not know how to make what stands at ${route}`)
  const params = await place(app, callers)
  return route.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
}
