type Origins = { origins: readonly { host: string; isSealed: boolean }[] }

/** Returns why the origin of a provider cannot be asked: it is offline, or no longer configured. */
export const offlineReason =
  ({ origins }: Origins) =>
  ({ origin }: { origin: string }): string | undefined =>
    origins.some(({ host, isSealed }) => host === origin && !isSealed)
      ? undefined
      : `${origin} is not asked: no address is set for it`
