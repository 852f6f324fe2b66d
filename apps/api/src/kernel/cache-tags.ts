/** Cache tags that cached answers depend on; `docs/performance/invalidations.txt` lists what invalidates each. */
export const cacheTags = {
  /** Memberships and shares: organizations with their members, teams and consumers. */
  access: 'access',
  engineVersions: 'engine-versions',
  /** The sightings: which tokens ran which version on which day. */
  engineSightings: 'engine-sightings',
  /** The modules of all organizations. */
  modules: 'modules',
  modulesOf: (organizationId: string) => `modules/${organizationId}`,
  /** The downloads of the modules of all organizations, as lists show them. */
  downloads: 'downloads',
  downloadsOf: (organizationId: string) => `downloads/${organizationId}`,
  providersOf: (organizationId: string) => `providers/${organizationId}`,
  publicProvider: (id: string) => `public-providers/${id}`,
  publicModule: (id: string) => `public-modules/${id}`,
  user: (id: string) => `users/${id}`,
  /** A token or a session. */
  credential: (id: string) => `credentials/${id}`,
} as const
