/**
 * The one entry of a list in which nothing is left to install: the CLI prints `warnings` next to it, and
 * drops those of an empty list (contract §14). No constraint accepts it, since it is a pre-release.
 */
export const notAvailable = { version: '0.0.0-not-available', protocols: [], platforms: [] } as const
