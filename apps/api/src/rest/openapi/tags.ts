/** The chapters of the reference, in its order. */
export const tags: Readonly<Record<string, string>> = {
  'Set-up': 'The first site administrator, made once with a token that the start prints.',
  'Engine versions': 'Which versions of the engine people may use. Site administrators only.',
  'Organizations of the site':
    'Every organization, with what site administrators decide about it. Site administrators only.',
  'Registry sharing':
    "Who may use an organization's modules and its private providers. Site administrators only.",
  Users: 'The users of the site. All but showing one is for site administrators.',
  'Audit log':
    'Who did what, when and why, with what was before and after. Site administrators read all of it; the owners of an ' +
    'organization take an export of what happened in theirs.',
  Account: 'The owner of the token.',
  Tokens: 'Of users, teams and organizations. A value is shown once, in the answer to its creation.',
  'CI without stored secrets':
    'Jobs of a CI exchange the token of their job for one of a team that lives for minutes. Site administrators decide ' +
    'which issuers are trusted, and the owners of an organization which jobs may come.',
  Organizations: 'As their members see them; owners change them.',
  Memberships: 'Who is in an organization, and who is invited.',
  Teams: 'The teams of an organization, with their members and rights.',
  Workspaces: 'What uses an engine version and holds a state; the holder of its lock writes that.',
  States: 'The states of workspaces, each following the one before. Reading them is a right of its own.',
  'Registry modules': "The modules of an organization's private registry, and how they are published.",
  'Registry providers':
    'Private providers, which an organization publishes itself, and pointers to public ones. A private one needs a ' +
    'version, its checksums and their signature, and a platform before it can be used.',
  'Public providers':
    'Providers of the public registry and of other origins: what was seen of them, which organizations may use them, and ' +
    'what is decided of a version. Site administrators only.',
  Webhooks:
    'Where the platform sends what happens, signed by the Standard Webhooks specification: for site administrators, and ' +
    'for the owners of an organization.',
  'Signing keys': 'The public keys that the checksums of private providers are verified with.',
}
