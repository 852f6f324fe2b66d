/** Text for a page whose scripts were replaced by those of a newer console. */
export const outdatedText = 'The console was updated while this page was open.'

export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError'
