interface PathParameter {
  readonly description: string
  readonly example: string
}

const organization = { description: 'The name of the organization, in any case.', example: 'acme' }

const parameters: Readonly<Record<string, PathParameter>> = {
  org: organization,
  namespace: {
    description: 'The namespace: for a private thing the name of its organization.',
    example: 'acme',
  },
  registry: { description: 'The registry of the provider: `private` or `public`.', example: 'private' },
  provider: { description: 'The provider that the module is for.', example: 'aws' },
  version: { description: 'The number of the version.', example: '1.0.0' },
  os: { description: 'The operating system of the platform.', example: 'linux' },
  arch: { description: 'The processor of the platform.', example: 'amd64' },
  keyId: {
    description: 'The long id of the key, 16 hexadecimal digits; its fingerprint, or that of a subkey.',
    example: '32966F3FB5AC1129',
  },
  token: { description: 'The secret of a one-time link.', example: 'engv_rNwn7J4E5Yr6p5jTwJQXwqZB' },
}

/** Meaning of `:id` or `:name`, by the list before it in the path. */
const byList: Readonly<Record<string, PathParameter>> = {
  'admin/organizations': organization,
  'engine-versions': { description: 'The id of the version.', example: 'tool-L4oe7rNwn7J4E5Yr' },
  users: { description: 'The id of the user.', example: 'user-V3R563qtJNcExAkN' },
  'authentication-tokens': { description: 'The id of the token.', example: 'at-6yEmxNAhaoQLH1Da' },
  'organization-memberships': { description: 'The id of the membership.', example: 'ou-oXDgmsn6g2VJ7ZUH' },
  teams: { description: 'The id of the team.', example: 'team-6p5jTwJQXwqZBncC' },
  'trusted-issuers': { description: 'The id of the issuer.', example: 'issuer-5dQf8RkWz2XyTn7B' },
  'ci-identities': { description: 'The id of the CI identity.', example: 'ciid-9sHv3LpMw6KcRt1G' },
  webhooks: { description: 'The id of the webhook.', example: 'wh-2bX9mKqTz7RfWc4L' },
  'webhook-deliveries': { description: 'The id of the delivery.', example: 'msg-8QvJ3nYhD5sGx1Pe' },
  workspaces: { description: 'The id of the workspace.', example: 'ws-SihZTyXKfNXUWuUa' },
  tags: { description: 'The id of the tag.', example: 'tag-8f14e45fceea167a' },
  projects: { description: 'The id of the project.', example: 'prj-gx1DfmkpJ3qGmQWT' },
  'state-versions': { description: 'The id of the state version.', example: 'sv-SDboVZC8TCxXEneJ' },
  'state-version-outputs': { description: 'The id of the output.', example: 'wsout-J2zM24JPFbfc7bE5' },
  'registry-modules': { description: 'The id of the module.', example: 'mod-zd5PWgp4vK4ZJ7Bk' },
  'registry-providers': { description: 'The id of the provider.', example: 'prov-cmEmLstBfjNNA9F3' },
  'provider-docs': { description: 'The id of the page.', example: 'provdoc-Xk3vTq8NwRzL5aJc' },
  'public-providers': { description: 'The id of the provider.', example: 'pubprov-Yb3nQ7vKc1TfWx9L' },
  'public-provider-versions': { description: 'The id of the version.', example: 'pubver-8sLq2ZtRwK5vXn3B' },
}

const names: Readonly<Record<string, PathParameter>> = {
  'registry-modules': { description: 'The name of the module.', example: 'network' },
  'registry-providers': { description: 'The name of the provider.', example: 'widgets' },
  workspaces: { description: 'The name of the workspace, in any case.', example: 'network-production' },
}

/** The names of a path's parameters, each with what it means there. */
export function pathParametersOf(path: string): ReadonlyMap<string, PathParameter> {
  return new Map(
    [...path.matchAll(/:(\w+)/g)].map((match) => {
      const [, name = ''] = match
      return [name, parameters[name] ?? meaningOf(name, path.slice(0, match.index))]
    }),
  )
}

function meaningOf(name: string, before: string): PathParameter {
  const lists = Object.entries(name === 'name' ? { ...names, ...pick('admin/organizations') } : byList)
  const [found] = lists
    .filter(([list]) => before.includes(`/${list}/`))
    .sort(([one], [other]) => before.lastIndexOf(other) - before.lastIndexOf(one))
  if (!found) throw new Error(`What :${name} means after ${before} is not described`)
  return found[1]
}

const pick = (list: string) => ({ [list]: byList[list] ?? organization })
