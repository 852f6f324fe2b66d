/** Signing in: by a password, by the CLI, by the groups and accounts of a provider. */
export const signIn = [
  {
    promise:
      'guessing passwords is slowed, by name and address together: nobody is locked out from elsewhere',
    guards: [
      {
        id: 'guess-slowed',
        file: 'apps/api/src/domain/identity/sign-in-attempts.ts',
        replace: 'if (wait > 0) {',
        by: 'if (false) {',
        test: 'apps/api/test/graphql/sign-in-attempts.test.ts',
        name: 'after five failures a name waits at its address, longer after each further one, also with the right password',
      },
      {
        id: 'guess-by-address',
        file: 'apps/api/src/domain/identity/sign-in-attempts.ts',
        replace: "`${networkOf(ctx.address ?? '')} ${name.toLowerCase()}`",
        by: 'name.toLowerCase()',
        test: 'apps/api/test/graphql/sign-in-attempts.test.ts',
        name: 'who guesses from one address locks nobody out at another, nor other names at the same',
      },
      {
        id: 'guess-network',
        file: 'apps/api/src/domain/identity/sign-in-attempts.ts',
        replace: "networkOf(ctx.address ?? '')",
        by: "ctx.address ?? ''",
        test: 'apps/api/test/graphql/sign-in-attempts.test.ts',
        name: 'the addresses of one network of IPv6 count as one',
      },
      {
        id: 'guess-at-once',
        file: 'apps/api/src/domain/identity/sign-in-attempts.ts',
        replace:
          'this.pairs.set(pair, { failures: before.failures + 1, lastAt: now })\n    try {\n      const isRight = await verify()',
        by: 'try {\n      const isRight = await verify()\n      this.pairs.set(pair, { failures: before.failures + 1, lastAt: now })',
        test: 'apps/api/test/graphql/sign-in-attempts.test.ts',
        name: 'of many tries at once no more are looked at than one after the other',
      },
      {
        id: 'guess-session',
        file: 'apps/api/src/domain/identity/accounts.service.ts',
        replace: 'await this.attempts.run(ctx, attempt, verify)',
        by: 'await verify()',
        test: 'apps/api/test/graphql/sign-in-attempts.test.ts',
        name: 'guessing the password of a session that was taken over is slowed in the same way',
      },
    ],
  },
  {
    promise:
      'the CLI gets a token only by a click of somebody signed in, by a code that works once, for a minute, on that person’s machine',
    guards: [
      {
        id: 'cli-login-session',
        file: 'apps/api/src/domain/identity/cli-logins.service.ts',
        replace: "if (actor.type !== 'user' || actor.credential.kind !== 'session') throw notFound()",
        by: "if (actor.type !== 'user') throw notFound()",
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'nothing but a session agrees: no token, whatever its scopes, and nobody without one',
      },
      {
        id: 'cli-login-once',
        file: 'apps/api/src/domain/identity/cli-logins.service.ts',
        replace: 'if (!code || code.usedAt) return undefined',
        by: 'if (!code) return undefined',
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'a code that comes a second time is refused, and takes away what it gave',
      },
      {
        id: 'cli-login-race',
        file: 'apps/api/src/domain/identity/login-codes.store.ts',
        replace: 'WHERE code_hash = ${codeHash} FOR UPDATE`',
        by: 'WHERE code_hash = ${codeHash}`',
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'of many exchanges of one code at once one at most succeeds, and what it gave is no good any more',
      },
      {
        id: 'cli-login-stolen',
        file: 'apps/api/src/domain/identity/cli-logins.service.ts',
        replace: 'if (code?.usedAt) await this.revoke(tx, code)',
        by: '',
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'a code that comes a second time is refused, and takes away what it gave',
      },
      {
        id: 'cli-login-minute',
        file: 'apps/api/src/domain/identity/cli-logins.service.ts',
        replace: 'code.expiresAt > tx.clock.now() && ',
        by: '',
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'a code is good for a minute',
      },
      {
        id: 'cli-login-verifier',
        file: 'apps/api/src/domain/identity/cli-logins.service.ts',
        replace:
          "return createHash('sha256').update(codeVerifier).digest('base64url') === code.codeChallenge",
        by: 'return true',
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'a code is bound to the verifier and to where it was sent; whoever tries uses it up',
      },
      {
        id: 'cli-login-here',
        file: 'apps/api/src/domain/identity/cli-login.ts',
        replace: 'redirectUri: text(200, isCliRedirect)',
        by: 'redirectUri: text(200)',
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'a request whose %s is %j leads nowhere',
      },
      {
        id: 'cli-login-client',
        file: 'apps/api/src/rest/oauth.ts',
        replace:
          "if (clientId !== cliLogin.client) throw new OauthError('invalid_client', 'There is no such client')",
        by: '',
        test: 'apps/api/test/rest/cli-login.test.ts',
        name: 'what is no exchange is refused in the words of OAuth',
      },
    ],
  },
]
