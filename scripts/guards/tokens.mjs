/** Tokens and what they may do. */
export const tokens = [
  {
    promise: 'only hashes of tokens are stored; a value is shown once',
    guards: [
      {
        id: 'token-hashed',
        file: 'apps/api/src/adapters/secrets/tokens.ts',
        replace: "return createHash('sha256').update(value).digest('hex')",
        by: 'return value',
        test: 'apps/api/src/adapters/secrets/tokens.test.ts',
        name: 'the hash is the SHA-256 of the value',
      },
      {
        id: 'token-shown-once',
        file: 'apps/api/src/rest/authentication-tokens.presenter.ts',
        replace: 'token: value,',
        by: "token: value ?? 'shown again',",
        test: 'apps/api/test/rest/user-tokens.test.ts',
        name: 'are made by their user, with the value in that one answer',
      },
    ],
  },
  {
    promise: 'a token that was mistyped or made up is refused by its last characters, before any look-up',
    guards: [
      {
        id: 'token-tail',
        file: 'apps/api/src/adapters/secrets/tokens.ts',
        replace: 'tail !== tailOf(value.slice(0, -tailLength - 1))',
        by: 'tail === undefined',
        test: 'apps/api/src/adapters/secrets/tokens.test.ts',
        name: 'any one character changed is noticed before any look-up',
      },
    ],
  },
  {
    promise:
      'a token that is expired, revoked, of a suspended user or of a disabled organization is 401 on every face',
    guards: [
      {
        id: 'token-expiry',
        file: 'apps/api/src/domain/identity/authentication.service.ts',
        replace: 'if (actor.credential.expiresAt <= ctx.clock.now())',
        by: 'if (actor.credential.expiresAt <= new Date(0))',
        test: 'apps/api/test/rest/engine-versions.read.test.ts',
        name: 'an expired token and the token of a suspended user are 401',
      },
      {
        id: 'token-revoked',
        file: 'apps/api/src/domain/identity/authentication-tokens.service.ts',
        replace: 'if (!(await this.store.delete(tx, before.id))) throw notFound()',
        by: '',
        test: 'apps/api/test/rest/user-tokens.test.ts',
        name: 'stop at once when revoked',
      },
      {
        id: 'token-suspended',
        file: 'apps/api/src/domain/identity/authentication.service.ts',
        replace: "if (user.suspendedAt) throw refused(ctx, actor, 'suspended')",
        by: '',
        test: 'apps/api/test/rest/admin-users.test.ts',
        name: 'stops tokens and sessions at once, and unsuspending brings them back',
      },
      {
        id: 'token-disabled',
        file: 'apps/api/src/domain/identity/authentication.service.ts',
        replace: "if (isDisabled) throw refused(ctx, service, 'disabled organization')",
        by: '',
        test: 'apps/api/test/rest/disabled.test.ts',
        name: 'its tokens and those of its teams are no good while it is disabled',
      },
    ],
  },
  {
    promise: 'a token never makes one that may do more or lives longer, and revokes none that may do more',
    guards: [
      {
        id: 'token-narrower',
        file: 'apps/api/src/domain/identity/authentication-tokens.service.ts',
        replace: "...(rules.isNarrower(scopes ?? [], own) ? [] : [faults.invalid('scopes')]),",
        by: '',
        test: 'apps/api/test/rest/user-tokens.test.ts',
        name: 'expire in the future, and never make one that may do more or lives longer',
      },
      {
        id: 'token-no-longer',
        file: 'apps/api/src/domain/identity/authentication-tokens.service.ts',
        replace: '(longest && expiredAt > longest)',
        by: 'false',
        test: 'apps/api/test/rest/user-tokens.test.ts',
        name: 'expire in the future, and never make one that may do more or lives longer',
      },
      {
        id: 'token-cut',
        file: 'apps/api/src/domain/identity/authentication-tokens.service.ts',
        replace: '(longest && longest < usual ? longest : usual)',
        by: 'usual',
        test: 'apps/api/test/rest/team-tokens.test.ts',
        name: 'a token lives no longer than the token that made it',
      },
      {
        id: 'token-revokes-narrower',
        file: 'apps/api/src/domain/identity/authentication-tokens.service.ts',
        replace: "if (right === 'write' && !rules.isNarrower(token.scopes, scopes))",
        by: 'if (false)',
        test: 'apps/api/test/rest/team-tokens.test.ts',
        name: 'a token with scopes revokes only what it could have made itself',
      },
    ],
  },
  {
    promise: 'scopes hold on every face: what a token may not do is not there for it',
    guards: [
      {
        id: 'scopes',
        file: 'apps/api/src/kernel/permissions.ts',
        replace: "if (scopes.length === 0 || permission === 'authentication-tokens:write') return true",
        by: 'return true',
        test: 'apps/api/test/rest/user-tokens.test.ts',
        name: 'with the scope read may not write',
      },
      {
        id: 'scope-publish',
        file: 'apps/api/src/domain/modules/module-access.service.ts',
        replace: 'return scopes.some((scope) => scope.toLowerCase() === wanted)',
        by: 'return wanted.length > 0',
        test: 'apps/api/test/modules/rights.test.ts',
        name: 'that publishes another module does not publish this one, on neither path',
      },
    ],
  },
  {
    promise:
      'a user’s tokens are that user’s alone, and those of teams and organizations are for owners, never for other tokens',
    guards: [
      {
        id: 'tokens-own',
        file: 'apps/api/src/domain/identity/authentication-tokens.service.ts',
        replace: "if (ctx.actor.type !== 'user' || ctx.actor.id !== owner.id)",
        by: "if (ctx.actor.type !== 'user')",
        test: 'apps/api/test/rest/user-tokens.test.ts',
        name: 'are seen and revoked by nobody else, administrators included',
      },
      {
        id: 'tokens-not-for-services',
        file: 'apps/api/src/kernel/permissions.ts',
        replace: "if (siteRoleOf(actor) === 'service' && isAboutTokens(permission)) return false",
        by: '',
        test: 'apps/api/test/rest/team-tokens.test.ts',
        name: 'the token of the team owners sees no tokens either',
      },
    ],
  },
]
