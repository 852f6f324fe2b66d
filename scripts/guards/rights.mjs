/** Who may do what, and what those who may not are told. */
export const rights = [
  {
    promise: 'what the caller may not know of gets the same 404 as what does not exist',
    guards: [
      {
        id: 'miss-site',
        file: 'apps/api/src/kernel/permissions.ts',
        replace: 'if (!allows(ctx.actor, permission)) throw denied(ctx, permission)',
        by: 'if (!allows(ctx.actor, permission)) throw unauthenticated()',
        test: 'apps/api/test/rest/engine-versions.read.test.ts',
        name: 'without the right, everything is the very same 404 as a miss, whatever is asked',
      },
      {
        id: 'miss-organization',
        file: 'apps/api/src/domain/organizations/organizations.service.ts',
        replace: 'organization.isDisabled || !allowsIn(roles, ctx.actor, permission)',
        by: 'organization.isDisabled',
        test: 'apps/api/test/rest/organizations.test.ts',
        name: 'is for owners: members get a miss and change nothing',
      },
      {
        id: 'miss-alike',
        file: 'apps/api/src/rest/jsonapi/errors.ts',
        replace: "return just(plainError(404, 'not found'))",
        by: "return just(plainError(404, 'not found'), { 'X-Denied': JSON.stringify(error.internal) })",
        test: 'apps/api/test/rest/order.test.ts',
        name: 'is the very same 404 as what is not there, in body, header names and values',
      },
      {
        id: 'miss-registry',
        file: 'apps/api/src/domain/module-sharing/module-sharing.service.ts',
        replace: 'if (!organization) throw notFound()',
        by: "if (!organization) throw new DomainError({ kind: 'denied', message: 'It is not shared with you' })",
        test: 'apps/api/test/modules/protocol.test.ts',
        name: 'gets the same 404 for modules of another organization, missing ones, and impossible names',
      },
    ],
  },
  {
    promise: 'without a valid token every path answers the same 401, whether it exists or not',
    guards: [
      {
        id: 'bearer-rest',
        file: 'apps/api/src/rest/rest.ts',
        replace: 'await limit.admit(res, (guess) => requireIdentity(authentication, req, res, guess))',
        by: 'await limit.admit(res, async () => {})',
        test: 'apps/api/test/rest/order.test.ts',
        name: 'a caller without a token gets 401 with the same body on every path, existing or not',
      },
      {
        id: 'bearer-registry',
        file: 'apps/api/src/registry/registry.ts',
        replace: 'await limit.admit(res, (guess) => requireIdentity(authentication, req, res, guess))',
        by: 'await limit.admit(res, async () => {})',
        test: 'apps/api/test/registry/errors.test.ts',
        name: 'everything below /api/registry/ asks for a token first, but for links with their own secret',
      },
    ],
  },
  {
    promise: 'every change of the access policy shows in its golden file',
    guards: [
      {
        id: 'policy',
        file: 'apps/api/src/kernel/permissions.ts',
        replace: 'member: looking,',
        by: "member: [...looking, 'workspaces:write'],",
        test: 'apps/api/test/policy/permissions.test.ts',
        name: 'the whole policy, role by permission, changes only in plain sight',
      },
    ],
  },
  {
    promise: 'a disabled organization is not found on any face until it is enabled again',
    guards: [
      {
        id: 'disabled-paths',
        file: 'apps/api/src/domain/organizations/organizations.service.ts',
        replace: 'organization.isDisabled || !allowsIn(roles, ctx.actor, permission)',
        by: '!allowsIn(roles, ctx.actor, permission)',
        test: 'apps/api/test/rest/disabled.test.ts',
        name: 'every path of a disabled organization and of its things is a miss',
      },
    ],
  },
  {
    promise:
      'a site administrator acts in organizations only if the setting allows it, and each use is recorded',
    guards: [
      {
        id: 'office-setting',
        file: 'apps/api/src/domain/organizations/organizations.service.ts',
        replace: ' && this.settings.administratorsActAsOwners',
        by: '',
        test: 'apps/api/test/rest/organizations.create.test.ts',
        name: 'SITE_ADMIN_ORG_ACCESS=off ends their override',
      },
      {
        id: 'office-audited',
        file: 'apps/api/src/domain/organizations/organizations.service.ts',
        replace: 'administratorOverride: !allowsIn(found.roles, ctx.actor, permission)',
        by: 'administratorOverride: false',
        test: 'apps/api/test/rest/organizations.test.ts',
        name: 'by a site administrator is audited as an override',
      },
    ],
  },
  {
    promise: 'there is always a site administrator, and every organization has an owner',
    guards: [
      {
        id: 'last-administrator',
        file: 'apps/api/src/domain/identity/users.service.ts',
        replace: 'if (administrators === 1 && rules.isActiveAdministrator(user))',
        by: 'if (false)',
        test: 'apps/api/test/rest/administrators.test.ts',
        name: 'the last active one can be neither deleted, suspended nor demoted',
      },
      {
        id: 'last-administrator-race',
        file: 'apps/api/src/domain/identity/users.store.ts',
        replace: 'AND suspended_at IS NULL ORDER BY id FOR NO KEY UPDATE`',
        by: 'AND suspended_at IS NULL ORDER BY id`',
        test: 'apps/api/test/rest/administrators.test.ts',
        name: 'of two, one remains when thirty calls at once would',
      },
      {
        id: 'last-owner-team',
        file: 'apps/api/src/domain/identity/teams.service.ts',
        replace: 'if (rules.isOwners(team) && leavesNobody)',
        by: 'if (false)',
        test: 'apps/api/test/rest/team-users.test.ts',
        name: 'never lose their last member, also when thirty calls at once take two away',
      },
      {
        id: 'last-owner-membership',
        file: 'apps/api/src/domain/identity/organization-memberships.service.ts',
        replace: 'if (await teams.isLastOwner(tx, user.id, organization.id)) throw invalid(lastOwnerStays)',
        by: '',
        test: 'apps/api/test/rest/membership-removal.test.ts',
        name: 'is refused for the last owner, also when thirty calls at once take two away',
      },
      {
        id: 'last-owner-user',
        file: 'apps/api/src/domain/identity/users.service.ts',
        replace: 'if (await this.teams.isLastOwner(tx, id)) throw invalid(lastOwnerStays)',
        by: '',
        test: 'apps/api/test/rest/administrators.test.ts',
        name: 'is refused for the last owner of an organization',
      },
      {
        id: 'owners-stay',
        file: 'apps/api/src/domain/identity/teams.service.ts',
        replace: 'if (rules.isOwners(held.team)) throw invalid(rules.ownersStay)',
        by: '',
        test: 'apps/api/test/rest/team-users.test.ts',
        name: 'may do everything and can be neither deleted nor renamed',
      },
    ],
  },
  {
    promise: 'a user who leaves an organization leaves its teams and loses their rights',
    guards: [
      {
        id: 'leaving-teams',
        file: 'apps/api/src/domain/identity/organization-memberships.service.ts',
        replace: 'await teams.removeFromAll(tx, organization.id, user.id)',
        by: '',
        test: 'apps/api/test/rest/membership-removal.test.ts',
        name: 'takes the user out of the organization and all its teams, not out of another',
      },
    ],
  },
  {
    promise:
      'shared modules are only for organizations they are shared with, as long as the share exists, and show only what is published',
    guards: [
      {
        id: 'sharing-lent',
        file: 'apps/api/src/domain/module-sharing/module-sharing.store.ts',
        replace: 'AND NOT o.is_disabled AND ${sharedWith(ctx.actor)}`',
        by: 'AND NOT o.is_disabled`',
        test: 'apps/api/test/rest/module-consumers.test.ts',
        name: 'can be used once it shares with an organization of the caller, and no longer than that',
      },
      {
        id: 'sharing-disabled',
        file: 'apps/api/src/domain/module-sharing/module-sharing.store.ts',
        replace: 'AND NOT o.is_disabled AND ${sharedWith(ctx.actor)}`',
        by: 'AND ${sharedWith(ctx.actor)}`',
        test: 'apps/api/test/rest/module-consumers.test.ts',
        name: 'are gone while it, or the consumer, is disabled',
      },
      {
        id: 'sharing-list-ends-all',
        file: 'apps/api/src/domain/module-sharing/module-sharing.store.ts',
        replace: 'const data = { globalModuleSharing: false, updatedAt',
        by: 'const data = { updatedAt',
        test: 'apps/api/test/rest/module-consumers.test.ts',
        name: 'ends sharing with all, also by an empty list',
      },
      {
        id: 'sharing-published',
        file: 'apps/api/src/domain/registry-modules/registry-module.ts',
        replace: 'versions: module.versions.filter(isPublished), usableOnly: true',
        by: 'versions: module.versions, usableOnly: true',
        test: 'apps/api/test/graphql/shared-modules.test.ts',
        name: 'those of a consumer see what is published, why they see it, and nothing of its making',
      },
    ],
  },
  {
    promise: 'with If-Match, a caller cannot overwrite a change made by another caller in the meantime',
    guards: [
      {
        id: 'if-match',
        file: 'apps/api/src/rest/jsonapi/serve.ts',
        replace: 'if (!namesTag(header, tagOf(toBytes(exchange, show, document))))',
        by: 'if (false)',
        test: 'apps/api/test/rest/engine-versions.change.test.ts',
        name: 'with a stale If-Match it is 412 and nothing changes, with the right one it goes through',
      },
      {
        id: 'if-match-race',
        file: 'apps/api/src/domain/engine-versions/engine-versions.service.ts',
        replace:
          'if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== version.updatedAt.getTime()) throw stale()',
        by: '',
        test: 'apps/api/test/rest/engine-versions.change.test.ts',
        name: 'of ten changes at once under one If-Match, one goes through',
      },
    ],
  },
  {
    promise:
      'one attribute given under two aliases with different values is refused, so that every check sees the value of the change',
    guards: [
      {
        id: 'aliases-contradict',
        file: 'apps/api/src/rest/jsonapi/body.ts',
        replace:
          'if (sentAs.has(name) && JSON.stringify(attributes[name]) !== JSON.stringify(given[spelling]))',
        by: 'if (false)',
        test: 'apps/api/test/rest/workspaces.create.test.ts',
        name: 'twins that say the same are fine, twins that do not are 422',
      },
    ],
  },
  {
    promise:
      'an answer is only for its caller: no cache in between gives it to another, and no error carries a tag',
    guards: [
      {
        id: 'cache-private',
        file: 'apps/api/src/rest/rest.ts',
        replace: "res.setHeader('Cache-Control', 'private, no-cache').setHeader('Vary', 'Authorization')",
        by: '',
        test: 'apps/api/test/rest/every-route.test.ts',
        name: 'every document has the media type of JSON:API, a tag, and is for its caller alone',
      },
      {
        id: 'cache-registry',
        file: 'apps/api/src/registry/registry.ts',
        replace: "res.setHeader('Cache-Control', 'private, no-cache').setHeader('Vary', 'Authorization')",
        by: '',
        test: 'apps/api/test/modules/protocol.test.ts',
        name: 'carries a tag, and answers 304 while nothing changed',
      },
      {
        id: 'cache-error-tag',
        file: 'apps/api/src/registry/failures.ts',
        replace: "res.removeHeader('ETag')",
        by: '',
        test: 'apps/api/test/registry/errors.test.ts',
        name: 'an archive whose storage is unavailable is 503, with the time to wait',
      },
    ],
  },
]
