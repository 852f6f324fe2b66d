/** What is said where scripts of this page are gone, since those of a newer console have taken their place. */
export const outdatedText = 'The console was updated while this page was open.'

export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError'
