type Origins = { origins: readonly { host: string; isSealed: boolean }[] }

/** Why the origin of a provider cannot be asked: it is sealed, or no longer named. */
export const sealedIn =
  ({ origins }: Origins) =>
  ({ origin }: { origin: string }): string | undefined =>
    origins.some(({ host, isSealed }) => host === origin && !isSealed)
      ? undefined
      : `${origin} is not asked: no address is set for it`
