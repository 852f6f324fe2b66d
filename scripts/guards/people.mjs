/** Passwords, sessions, the set-up and invitations: who is who. */
export const people = [
  {
    promise:
      'passwords are stored as argon2id; an unknown name and a suspended user take the same time and get the same answer as a wrong password',
    guards: [
      {
        id: 'password-argon2id',
        file: 'apps/api/src/adapters/secrets/passwords.ts',
        replace: 'algorithm: 2 }',
        by: 'algorithm: 1 }',
        test: 'apps/api/src/adapters/secrets/passwords.test.ts',
        name: 'is hashed by argon2id at the advised cost, with a salt of its own',
      },
      {
        id: 'password-same-time',
        file: 'apps/api/src/adapters/secrets/passwords.ts',
        replace: 'queue.run(network, () => verify(known ?? nobody, asTyped(password)))',
        by: 'queue.run(network, async () => known !== null && verify(known, asTyped(password)))',
        test: 'apps/api/src/adapters/secrets/passwords.test.ts',
        name: 'takes as long to refuse as a known one',
      },
      {
        id: 'password-suspended',
        file: 'apps/api/src/domain/identity/sign-in.service.ts',
        replace: 'return isRight && !found?.user.suspendedAt',
        by: 'return isRight',
        test: 'apps/api/test/rest/sessions.test.ts',
        name: 'an unknown name, a wrong password and a suspended user get the same answer',
      },
    ],
  },
  {
    promise:
      'a flood of sign-ins neither fills the memory nor delays people of other networks: networks take turns',
    guards: [
      {
        id: 'password-queue',
        file: 'apps/api/src/adapters/secrets/fair-queue.ts',
        replace: 'if (line.length >= this.limits.waiting) throw tooMany()',
        by: '',
        test: 'apps/api/src/adapters/secrets/passwords.test.ts',
        name: 'those beyond the queue are refused at once, and it recovers',
      },
      {
        id: 'password-fair',
        file: 'apps/api/src/adapters/secrets/fair-queue.ts',
        replace: 'this.lines.delete(network)\n    if (line.length > 0)',
        by: 'if (line.length === 0) this.lines.delete(network)\n    if (line.length > 0)',
        test: 'apps/api/src/adapters/secrets/passwords.test.ts',
        name: 'networks are served round-robin: one that floods keeps another waiting for a single computation',
      },
      {
        id: 'password-room',
        file: 'apps/api/src/adapters/secrets/fair-queue.ts',
        replace: 'if (longest.length <= length) throw tooMany()',
        by: 'throw tooMany()',
        test: 'apps/api/src/adapters/secrets/passwords.test.ts',
        name: 'a full queue refuses the network with the most waiting in favour of another network',
      },
      {
        id: 'sign-in-once',
        file: 'apps/api/src/graphql/limits.ts',
        replace: 'if (names.includes(name.value) && ++count === 2)',
        by: 'if (names.includes(name.value) && ++count === 20)',
        test: 'apps/api/test/graphql/limits.test.ts',
        name: 'one document signs in once, however it is written',
      },
    ],
  },
  {
    promise: 'a new password requires the old one or a one-time link, and ends the other sessions',
    guards: [
      {
        id: 'password-old',
        file: 'apps/api/src/domain/identity/accounts.service.ts',
        replace: '...doubts,',
        by: '',
        test: 'apps/api/test/rest/passwords.test.ts',
        name: 'a wrong old password, a weak new one and another confirmation are told at once',
      },
      {
        id: 'password-ends-sessions',
        file: 'apps/api/src/domain/identity/revocations.service.ts',
        replace: 'await this.parts.sessions.deleteOf(tx, user.id, butSession)',
        by: '[butSession]',
        test: 'apps/api/test/rest/passwords.test.ts',
        name: 'a new password asks for the old one and ends the other sessions, and the tokens',
      },
      {
        id: 'password-link-ends-sessions',
        file: 'apps/api/src/domain/identity/invitations.service.ts',
        replace: 'await revocations.endAfterPassword(tx, user, { keepsTokens: input.keep_tokens ?? false })',
        by: '',
        test: 'apps/api/test/rest/passwords.test.ts',
        name: 'is replaced by a one-time link that an administrator makes',
      },
    ],
  },
  {
    promise: 'an ended session, alone or with all others, is refused on every face from that moment',
    guards: [
      {
        id: 'session-sign-out',
        file: 'apps/api/src/domain/identity/sessions.service.ts',
        replace: 'const ended = await this.sessions.delete(tx, credential.id)',
        by: 'const ended = true',
        test: 'apps/api/test/rest/sessions.test.ts',
        name: 'end at once when signed out',
      },
      {
        id: 'session-others',
        file: 'apps/api/src/domain/identity/sessions.service.ts',
        replace: "const isOwn = actor.type === 'user' && actor.id === userId",
        by: "const isOwn = actor.type === 'user'",
        test: 'apps/api/test/graphql/sessions.test.ts',
        name: 'are neither seen nor ended by another user',
      },
    ],
  },
  {
    promise:
      'the set-up token works once, with five attempts a minute: a random one for 60 minutes; one from the environment, which is never printed, while there is no user',
    guards: [
      {
        id: 'set-up-unprinted',
        file: 'apps/api/src/announce.ts',
        replace: 'config.initialAdminToken !== undefined',
        by: 'config.initialAdminToken === null',
        test: 'apps/api/src/announce.test.ts',
        name: 'a start never tells the token that the environment gave, nor promises it an end that it does not have',
      },
      {
        id: 'set-up-once',
        file: 'apps/api/src/domain/identity/set-up.service.ts',
        replace: 'if (!(await setUp.take(tx, setUpHash)) || !(await users.isEmpty(tx))) throw notFound()',
        by: '',
        test: 'apps/api/test/rest/set-up.test.ts',
        name: 'of thirty calls at once from thirty addresses one makes an administrator',
      },
      {
        id: 'set-up-no-users',
        file: 'apps/api/src/domain/identity/set-up.service.ts',
        replace: 'if (!(await users.isEmpty(ctx))) {',
        by: 'if (false) {',
        test: 'apps/api/test/rest/set-up.test.ts',
        name: 'without a configured token each start makes a new one, good for 60 minutes',
      },
      {
        id: 'set-up-lifetime',
        file: 'apps/api/src/domain/identity/set-up.service.ts',
        replace: 'minutes(60)',
        by: 'days(60)',
        test: 'apps/api/test/rest/set-up.test.ts',
        name: 'without a configured token each start makes a new one, good for 60 minutes',
      },
      {
        id: 'set-up-tries',
        file: 'apps/api/src/rest/rest.ts',
        replace: 'await limit.admit(res, async () => {})',
        by: 'await Promise.resolve()',
        test: 'apps/api/test/rest/set-up.test.ts',
        name: 'five tries a minute for each address, whatever their outcome',
      },
    ],
  },
  {
    promise:
      'a one-time link works once, for seven days; it shows what it is for while it is valid, and nothing afterwards; its token is not sent in addresses',
    guards: [
      {
        id: 'invitation-once',
        file: 'apps/api/src/domain/identity/invitations.service.ts',
        replace:
          'if (!(await invitations.take(tx, invitationId))) throw notFound()\n      await claims.claim',
        by: 'await invitations.take(tx, invitationId)\n      await claims.claim',
        test: 'apps/api/test/rest/memberships.test.ts',
        name: 'is good once: of thirty at once one makes the user',
      },
      {
        id: 'invitation-used',
        file: 'apps/api/src/domain/identity/invitations.service.ts',
        replace: "if (isUsed) return 'used'",
        by: '',
        test: 'apps/api/test/graphql/invitations.test.ts',
        name: 'says that it was used, and nothing else',
      },
      {
        id: 'invitation-expiry',
        file: 'apps/api/src/domain/identity/invitations.service.ts',
        replace: "return expiresAt > clock.now() ? 'good' : 'expired'",
        by: "return 'good'",
        test: 'apps/api/test/graphql/invitations.test.ts',
        name: 'says that it has expired, and nothing else',
      },
      {
        id: 'invitation-disabled',
        file: 'apps/api/src/domain/identity/invitations.store.ts',
        replace: 'if (!row || row.membership?.organization.isDisabled)',
        by: 'if (!row)',
        test: 'apps/api/test/graphql/invitations.test.ts',
        name: 'says nothing at all when it is forged, replaced, withdrawn, or its organization is disabled',
      },
      {
        id: 'invitation-body',
        file: 'apps/console/src/session/invitations.ts',
        replace: 'await askAs(caller, InvitationQuery, { token })',
        by: 'await askAs({ ...caller, userAgent: token }, InvitationQuery, { token })',
        test: 'apps/console/src/session/invitations.test.ts',
        name: 'the token of a link stands in the body of a question, never in an address',
      },
    ],
  },
]
