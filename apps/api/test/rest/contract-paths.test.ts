import { expect, test } from 'vitest'
import { document } from '../reference/reference.js'

const modules = '/organizations/:org/registry-modules'
const module = `${modules}/private/:namespace/:name/:provider`
const providers = '/organizations/:org/registry-providers'
const provider = `${providers}/:registry/:namespace/:name`
const keys = '/api/registry/private/v2/gpg-keys'

/** Every path of JSON:API that the specification and the contract (§3 to §8, §10, §14) name, with its methods. */
const paths: Readonly<Record<string, string>> = {
  '/admin/initial-admin-user': 'POST',
  '/api/v2/ping': 'GET',
  '/api/v2/account/details': 'GET',
  '/api/v2/users/:id/authentication-tokens': 'GET POST',
  '/api/v2/authentication-tokens/:id': 'GET DELETE',
  '/api/v2/authentication-tokens/actions/revoke': 'POST',
  '/api/v2/teams/:id/authentication-tokens': 'GET POST',
  '/api/v2/teams/:id/authentication-token': 'GET POST DELETE',
  '/api/v2/organizations/:org/authentication-token': 'GET POST DELETE',
  '/api/v2/organization/audit-trail': 'GET',
  '/api/v2/organizations/:org/team-tokens': 'GET DELETE',
  '/api/v2/admin/users': 'GET POST',
  '/api/v2/admin/users/:id': 'DELETE',
  '/api/v2/admin/users/:id/identity': 'DELETE',
  '/api/v2/admin/users/:id/actions/suspend': 'POST',
  '/api/v2/admin/users/:id/actions/unsuspend': 'POST',
  '/api/v2/admin/users/:id/actions/grant_admin': 'POST',
  '/api/v2/admin/users/:id/actions/revoke_admin': 'POST',
  '/api/v2/admin/users/:id/actions/revoke_tokens': 'POST',
  '/api/v2/organizations': 'GET POST',
  '/api/v2/organizations/:org': 'GET PATCH DELETE',
  '/api/v2/organizations/:org/entitlement-set': 'GET',
  '/api/v2/organizations/:org/relationships/module-producers': 'GET',
  '/api/v2/organizations/:org/module-upgrades': 'GET',
  '/api/v2/organizations/:org/registry-modules/private/:namespace/:name/:provider/consumers': 'GET',
  '/api/v2/organizations/:org/teams': 'GET POST',
  '/api/v2/teams/:id': 'GET PATCH DELETE',
  '/api/v2/teams/:id/relationships/users': 'POST DELETE',
  '/api/v2/organizations/:org/organization-memberships': 'GET POST',
  '/api/v2/organization-memberships/:id': 'GET DELETE',
  '/api/v2/invitations/:token': 'POST',
  '/api/v2/admin/engine-versions': 'GET POST',
  '/api/v2/admin/engine-versions/:id': 'GET PATCH DELETE',
  '/api/v2/admin/organizations': 'GET',
  '/api/v2/admin/organizations/:name': 'GET PATCH DELETE',
  '/api/v2/admin/organizations/:name/relationships/module-consumers': 'GET PATCH',
  '/api/v2/admin/public-providers': 'GET POST',
  '/api/v2/admin/public-providers/:id': 'GET PATCH DELETE',
  '/api/v2/admin/public-providers/:id/actions/look': 'POST',
  '/api/v2/admin/public-providers/:id/relationships/organizations': 'GET POST DELETE',
  '/api/v2/admin/public-providers/:id/versions': 'GET',
  '/api/v2/admin/public-provider-versions/:id': 'GET PATCH',
  '/api/v2/organizations/:org/workspaces': 'GET POST',
  '/api/v2/organizations/:org/workspaces/:name': 'GET PATCH DELETE',
  '/api/v2/workspaces/:id': 'GET PATCH DELETE',
  '/api/v2/workspaces/:id/tag-bindings': 'GET PATCH DELETE',
  '/api/v2/workspaces/:id/effective-tag-bindings': 'GET',
  '/api/v2/workspaces/:id/relationships/tags': 'GET POST DELETE',
  '/api/v2/workspaces/:id/relationships/remote-state-consumers': 'GET POST PATCH DELETE',
  '/api/v2/workspaces/:id/resources': 'GET',
  '/api/v2/organizations/:org/tags': 'GET',
  '/api/v2/organization-memberships': 'GET',
  [`/api/v2${providers}`]: 'GET POST',
  [`/api/v2${provider}`]: 'GET PATCH DELETE',
  [`/api/v2${provider}/versions`]: 'GET POST',
  [`/api/v2${provider}/versions/:version`]: 'GET DELETE',
  [`/api/v2${provider}/versions/:version/platforms`]: 'GET POST',
  [`/api/v2${provider}/versions/:version/platforms/:os/:arch`]: 'GET DELETE',
  '/api/v2/registry-providers/:id': 'GET',
  [keys]: 'GET POST',
  [`${keys}/:namespace/:key`]: 'GET PATCH DELETE',
  [`/api/v2${modules}`]: 'GET POST',
  [`/api/v2${module}`]: 'GET PATCH DELETE',
  [`/api/v2${modules}/private/:namespace/:name`]: 'DELETE',
  [`/api/v2${module}/versions`]: 'POST',
  [`/api/v2${module}/version`]: 'GET',
  [`/api/v2${module}/:version`]: 'PATCH DELETE',
  '/api/v2/registry-modules/:id': 'GET',
  '/api/v2/registry-modules/:org/:name/:provider/versions': 'POST',
  '/api/v2/registry-modules/actions/delete/:org/:name': 'POST',
  '/api/v2/registry-modules/actions/delete/:org/:name/:provider': 'POST',
  '/api/v2/registry-modules/actions/delete/:org/:name/:provider/:version': 'POST',
  '/api/v2/admin/registry-modules/:id': 'PATCH',
}

/** A path whatever its parameters are called. */
const shapeOf = (path: string): string => path.replaceAll(/:\w+|\{\w+\}/g, '{}')

const methodsAt = new Map(
  Object.entries(document.paths).map(([path, item]) => [
    shapeOf(path),
    Object.keys(item).map((method) => method.toUpperCase()),
  ]),
)

test.each(Object.entries(paths))('%s of the contract is in the reference, by %s', (path, methods) => {
  expect(methodsAt.get(shapeOf(path))).toEqual(expect.arrayContaining(methods.split(' ')))
})
