/** Under this name a platform that has no name of its own is written into the configuration of a CLI. */
const madeUpHost = 'registry.local.test'

/** The name by which modules are asked for of the platform at this URL. The CLI takes only one with a dot for a registry. */
export function registryHost(publicUrl: string): string {
  const { host, hostname } = new URL(publicUrl)
  return hostname.includes('.') ? host : madeUpHost
}

/** Where the platform answers by https under a name of its own, the CLI finds everything by itself. */
export const needsHostBlock = (publicUrl: string): boolean =>
  new URL(publicUrl).protocol !== 'https:' || registryHost(publicUrl) === madeUpHost
