/**
 * Cache tags: what a cached answer depends on. Which change of which table invalidates which tag stands in
 * `load/src/migrations/invalidation-triggers.ts`.
 */
export const cacheTags = {
  /** Who belongs to what, and who shares with whom: organizations with their members, teams and consumers. */
  access: 'access',
  engineVersions: 'engine-versions',
  /** Which tokens ran which version on which day. */
  engineSightings: 'engine-sightings',
  /** The modules of all organizations. */
  modules: 'modules',
  modulesOf: (organizationId: string) => `modules/${organizationId}`,
  /** How often the modules of all organizations were downloaded, as lists show it. */
  downloads: 'downloads',
  downloadsOf: (organizationId: string) => `downloads/${organizationId}`,
  providersOf: (organizationId: string) => `providers/${organizationId}`,
  user: (id: string) => `users/${id}`,
  /** A token or a session. */
  credential: (id: string) => `credentials/${id}`,
} as const
