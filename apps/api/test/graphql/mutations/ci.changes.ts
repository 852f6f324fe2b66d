import { deletion, system, type Change, type Here } from './change.js'

async function issuer(here: Here): Promise<string> {
  const facts = { name: 'CI', issuer: `https://ci-${here.next()}.example` }
  return (await here.app.services.trustedIssuers.create(system(here), facts)).id
}

async function facts(here: Here): Promise<Record<string, unknown>> {
  const { owner, organization } = here.callers
  const { id: teamId } = await here.app.make.team(owner, organization)
  return { trustedIssuerId: await issuer(here), teamId, name: `release-${here.next()}`, scopes: ['read'] }
}

async function identity(here: Here): Promise<string> {
  const { trustedIssuerId: trustedIssuer, teamId: team, ...attributes } = await facts(here)
  const raw = { ...attributes, claims: { sub: 'job' } }
  const relations = { trustedIssuer, team }
  return (await here.app.services.ciIdentities.create(here.callers.owner.ctx, 'acme', raw, relations)).id
}

const claims = [{ claim: 'sub', pattern: 'job' }]

/** Changes of trusted issuers and of the jobs that get a token. */
export const ciChanges: Readonly<Record<string, Change>> = {
  trustedIssuerCreate: {
    rest: ['POST /admin/trusted-issuers'],
    by: 'admin',
    input: async (here) => ({ name: 'CI', issuer: `https://ci-${here.next()}.example` }),
    answer: 'trustedIssuer { name issuer kind organizations enabled }',
    gives: ({ name, issuer }) => ({
      trustedIssuer: { name, issuer, kind: 'OTHER', organizations: null, enabled: true },
    }),
    wrong: { input: { issuer: 'ci' }, field: ['issuer'], code: 'INVALID' },
    audit: 'trusted-issuer.create',
  },
  trustedIssuerUpdate: {
    rest: ['PATCH /admin/trusted-issuers/:id'],
    by: 'admin',
    input: async (here) => ({ id: await issuer(here), organizations: ['acme'], reason: 'a test' }),
    answer: 'trustedIssuer { id organizations }',
    gives: ({ id }) => ({ trustedIssuer: { id, organizations: ['acme'] } }),
    wrong: { input: { organizations: ['acme', 'ghost'] }, field: ['organizations', '1'], code: 'INVALID' },
    audit: 'trusted-issuer.update',
  },
  trustedIssuerDelete: {
    ...deletion,
    rest: ['DELETE /admin/trusted-issuers/:id'],
    by: 'admin',
    input: async (here) => ({ id: await issuer(here), reason: 'a test' }),
    audit: 'trusted-issuer.delete',
  },
  ciIdentityCreate: {
    rest: ['POST /organizations/:org/ci-identities'],
    by: 'owner',
    input: async (here) => ({ ...(await facts(here)), organization: 'acme', claims }),
    answer: 'ciIdentity { name claims { claim pattern } lifetime issuer { id } team { id } }',
    gives: ({ name, trustedIssuerId, teamId }) => ({
      ciIdentity: { name, claims, lifetime: '15m', issuer: { id: trustedIssuerId }, team: { id: teamId } },
    }),
    wrong: {
      input: { claims: [...claims, { claim: 'ref', pattern: '' }] },
      field: ['claims', '1', 'pattern'],
      code: 'BLANK',
    },
    audit: 'ci-identity.create',
  },
  ciIdentityUpdate: {
    rest: ['PATCH /ci-identities/:id'],
    by: 'owner',
    input: async (here) => ({ id: await identity(here), enabled: false, reason: 'a test' }),
    answer: 'ciIdentity { id enabled claims { claim } }',
    gives: ({ id }) => ({ ciIdentity: { id, enabled: false, claims: [{ claim: 'sub' }] } }),
    wrong: { input: { lifetime: '2h' }, field: ['lifetime'], code: 'INVALID' },
    audit: 'ci-identity.update',
  },
  ciIdentityDelete: {
    ...deletion,
    rest: ['DELETE /ci-identities/:id'],
    by: 'owner',
    input: async (here) => ({ id: await identity(here), reason: 'a test' }),
    audit: 'ci-identity.delete',
  },
}
