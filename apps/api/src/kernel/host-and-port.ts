/** Joins a host and a port as addresses have them: one of IPv6 in brackets. */
export const hostAndPort = (host: string, port: number | string): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`
