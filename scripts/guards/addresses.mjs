/** Whose an address is, and what it opens. */
export const addresses = [
  {
    promise: 'an unverified address grants nothing, and a claim gives way to the user who proves the address',
    guards: [
      {
        id: 'email-sign-in',
        file: 'apps/api/src/domain/identity/users.store.ts',
        replace: 'where: { emailKey: key, emailProof: { not: null } }, select',
        by: 'where: { emailKey: key }, select',
        test: 'apps/api/test/rest/verified-addresses.test.ts',
        name: 'is no way to sign in, while the user name is',
      },
      {
        id: 'email-gives-way',
        file: 'apps/api/src/domain/identity/email-claims.ts',
        replace: 'if (strengthOf(holder.emailProof) >= strengthOf(proof))',
        by: 'if (holder)',
        test: 'apps/api/test/rest/verified-addresses.test.ts',
        name: 'gives way to a user whom a site administrator makes',
      },
      {
        id: 'email-invitation-proof',
        file: 'apps/api/src/domain/identity/email-address.ts',
        replace: "return proof === 'invitation' ? 1 : 2",
        by: 'return 2',
        test: 'apps/api/test/rest/verified-addresses.test.ts',
        name: 'by an accepted invitation gives way to a proof that its inviter cannot make himself',
      },
      {
        id: 'email-provider',
        file: 'apps/api/src/adapters/openid/openid-provider.ts',
        replace: 'isEmailVerified: verified === true',
        by: 'isEmailVerified: verified !== false',
        test: 'apps/api/test/single-sign-on/sign-in.test.ts',
        name: 'invitations to the address are offered only if the provider verified it, and no user joins unasked',
      },
      {
        id: 'email-confirmation-person',
        file: 'apps/api/src/domain/identity/email-addresses.service.ts',
        replace: 'if (found?.userId !== userId) throw notFound()',
        by: 'if (!found) throw notFound()',
        test: 'apps/api/test/email-confirmations.test.ts',
        name: 'the link is good for its own person alone, for 24 hours, and not once another is asked for',
      },
    ],
  },
  {
    promise:
      'a user can have only a limited number of mails sent to an address that may belong to another person',
    guards: [
      {
        id: 'letters-bounded',
        file: 'apps/api/src/domain/identity/email-addresses.service.ts',
        replace: 'if (wait > 0) {',
        by: 'if (wait < 0) {',
        test: 'apps/api/test/email-confirmations.test.ts',
        name: 'are refused with how long to wait, whichever way they are asked for, and the refusal is recorded',
      },
    ],
  },
  {
    promise:
      'a person joins an organization only by their own act, or is added by a site administrator; tokens of teams and organizations cannot change owners',
    guards: [
      {
        id: 'consent-membership',
        file: 'apps/api/src/domain/identity/organization-memberships.service.ts',
        replace: "role === 'site-administrator' ? await users.findByEmail(tx, email) : undefined",
        by: 'await users.findByEmail(tx, email)',
        test: 'apps/api/test/rest/consent.test.ts',
        name: 'tells nothing about whether it has an account',
      },
      {
        id: 'consent-team',
        file: 'apps/api/src/domain/identity/teams.service.ts',
        replace: "siteRoleOf(ctx.actor) === 'site-administrator' ? this.usersNamed : this.peopleNamed",
        by: 'this.usersNamed',
        test: 'apps/api/test/rest/consent.test.ts',
        name: 'by a user who is no site administrator adds members alone, and names all others',
      },
      {
        id: 'owners-service',
        file: 'apps/api/src/domain/identity/team.ts',
        replace: "!(isOwners(team) && siteRoleOf(actor) === 'service')",
        by: 'actor !== undefined || team !== undefined',
        test: 'apps/api/test/rest/owners-and-service-tokens.test.ts',
        name: 'it changes nothing of the team of owners, by no path',
      },
      {
        id: 'owners-service-link',
        file: 'apps/api/src/domain/identity/organization-memberships.service.ts',
        replace: "invitationUrl: role === 'service' ? null : link",
        by: 'invitationUrl: link',
        test: 'apps/api/test/rest/owners-and-service-tokens.test.ts',
        name: 'it invites into other teams, and is shown no link, neither first nor renewed',
      },
    ],
  },
]
