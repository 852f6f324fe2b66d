/** What a session does not do by itself, and what is told of where sessions begin. */
export const freshSignIn = [
  {
    promise:
      'the most dangerous acts require a sign-in of the last 15 minutes: changes to owners, signing keys, one’s own address and site administrators, and ways around these',
    guards: [
      ...[
        ['owners', 'identity/teams.service', 'if (rules.isOwners(held.team)) '],
        [
          'invited',
          'identity/organization-memberships.service',
          'if (await this.parts.teams.includesOwners(tx, teamIds)) ',
        ],
        [
          'administrators',
          'identity/users.service',
          'if (change.isSiteAdmin !== undefined || before.isSiteAdmin) ',
        ],
        ['tokens', 'identity/authentication-tokens.service', 'if (doesEverything) '],
      ].map(([id, file, replace]) => ({
        id: `fresh-${id}`,
        file: `apps/api/src/domain/${file}.ts`,
        replace: `${replace}requireFreshSignIn(tx)`,
        by: '',
        test: 'apps/api/test/graphql/fresh-sign-in.test.ts',
        name: '%s with a fresh sign-in alone',
      })),
      {
        id: 'fresh-set-address',
        file: 'apps/api/src/domain/identity/email-addresses.service.ts',
        replace: '      requireFreshSignIn(tx)\n',
        by: '',
        test: 'apps/api/test/graphql/fresh-sign-in.test.ts',
        name: '%s with a fresh sign-in alone',
      },
      {
        id: 'fresh-keys',
        file: 'apps/api/src/domain/registry-providers/gpg-keys.service.ts',
        replace: "'signing-keys:write')\n      requireFreshSignIn(tx)",
        by: "'signing-keys:write')",
        test: 'apps/api/test/graphql/fresh-sign-in.test.ts',
        name: '%s with a fresh sign-in alone',
      },
      {
        id: 'fresh-address',
        file: 'apps/api/src/domain/identity/accounts.service.ts',
        replace: 'if (isOther && !isProven) requireFreshSignIn(tx)',
        by: '',
        test: 'apps/api/test/graphql/fresh-sign-in.test.ts',
        name: 'changes by the password, or by a fresh sign-in of who has none',
      },
      {
        id: 'fresh-by-code',
        file: 'apps/api/src/domain/identity/reauthentication.service.ts',
        replace: 'if (!user.twoFactorEnabledAt) return requireNone(doubts)',
        by: 'if (user) return requireNone(doubts)',
        test: 'apps/api/test/graphql/reauthentication.test.ts',
        name: 'takes a code too where the second factor is on; it is looked at only with the right password',
      },
      {
        id: 'fresh-heard',
        file: 'prisma/migrations/20261123004117_add_session_authentications/migration.sql',
        replace: 'EXECUTE FUNCTION "note_thing"(\'credentials\')',
        by: 'EXECUTE FUNCTION "note_thing"(\'users\')',
        test: 'apps/api/test/graphql/reauthentication.test.ts',
        name: 'reaches every process at once',
      },
      {
        id: 'fresh-provider',
        file: 'apps/api/src/domain/identity/single-sign-on.service.ts',
        replace: 'return authenticatedAt && authenticatedAt < now ? authenticatedAt : now',
        by: 'return authenticatedAt ? now : now',
        test: 'apps/api/test/single-sign-on/asked-again.test.ts',
        name: 'an old session at the provider proves nothing now: the session here is not fresh',
      },
      {
        id: 'fresh-provider-asked',
        file: 'apps/api/src/domain/identity/single-sign-on.service.ts',
        replace: 'if (isOldProof(flow, person)) return',
        by: 'if (isOldProof({}, person)) return',
        test: 'apps/api/test/single-sign-on/asked-again.test.ts',
        name: 'a provider that did not ask again leads to no session, but for a minute by which its clock may be behind',
      },
    ],
  },
  {
    promise:
      'a sign-in from a network that is new for the person sends a mail to the verified address; networks are stored for 90 days, and only for this purpose',
    guards: [
      {
        id: 'places-told',
        file: 'apps/api/src/domain/identity/sign-in-places.ts',
        replace: 'tx.afterCommit?.(() => this.letters.announceSignIn(tx, user, tx.clock.now()))',
        by: '',
        test: 'apps/api/test/sign-in-places.test.ts',
        name: 'a sign-in from a network that is new is told to the person by mail: when, from where, by what, and what to do',
      },
      {
        id: 'places-forgotten',
        file: 'apps/api/src/domain/identity/sign-in-places.ts',
        replace: 'await this.store.deleteUntil(tx, later(tx.clock.now(), -knownFor))',
        by: '',
        test: 'apps/api/test/sign-in-places.test.ts',
        name: 'a network counts for 90 days after the last sign-in from it, and is forgotten then, of all people',
      },
      {
        id: 'places-claim',
        file: 'apps/api/src/domain/identity/invitation-letters.ts',
        replace: 'if (email === null || emailProof === null) return\n    const facts = [\n      `Time',
        by: 'if (email === null) return\n    const facts = [\n      `Time',
        test: 'apps/api/test/sign-in-places.test.ts',
        name: 'an address that is a mere claim gets no letter',
      },
    ],
  },
]
