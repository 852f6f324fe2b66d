/** The chapters of the reference, in its order. */
export const tags: Readonly<Record<string, string>> = {
  'Set-up': 'The first site administrator, made once with a token that the start prints.',
  'Engine versions': 'Versions of the engine that people may use. Site administrators only.',
  'Organizations of the site':
    'Every organization, with what site administrators decide about it. Site administrators only.',
  'Registry sharing':
    "Organizations that may use another one's modules and private providers. Site administrators only.",
  Users: 'The users of the site. Site administrators only, except to show one user.',
  'Audit log':
    'All changes: actor, time, reason, and the state before and after. Site administrators read all of them; the owners of an ' +
    'organization export those of theirs.',
  Account: 'The owner of the token.',
  Tokens: 'Tokens of users, teams and organizations. A value is shown once, in the answer to its creation.',
  'CI without stored secrets':
    'CI jobs exchange the token of their job for a token of a team that lives for minutes. Site administrators decide ' +
    'which issuers are trusted, and the owners of an organization which jobs get a token.',
  Organizations: 'Organizations for their members; owners change them.',
  Memberships: 'The members of an organization, and invitations.',
  Teams: 'The teams of an organization, with their members and rights.',
  Workspaces: 'Workspaces, which use an engine version and have a state; the holder of the lock writes it.',
  States: 'The states of workspaces, each following the one before. Reading them needs a separate right.',
  'Registry modules': "The modules of an organization's private registry, and their publication.",
  'Registry providers':
    'Private providers, which an organization publishes itself, and pointers to public ones. A private one needs a ' +
    'version, its checksums and their signature, and a platform before it can be used.',
  'Public providers':
    'Providers of the public registry and of other origins: their sightings, the organizations that may use them, and ' +
    'decisions about versions. Site administrators only.',
  Webhooks:
    'Addresses that receive events, signed by the Standard Webhooks specification: for site administrators, and ' +
    'for the owners of an organization.',
  'Signing keys': 'The public keys that verify the checksums of private providers.',
}
