/**
 * The entry of a list of versions from which nothing may be taken. No constraint means it, and the CLI drops what it is
 * told beside an empty list (contract §14).
 */
export const notAvailable = { version: '0.0.0-not-available', protocols: [], platforms: [] } as const
