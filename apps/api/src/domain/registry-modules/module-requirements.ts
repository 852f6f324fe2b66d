import type { Module } from './registry-module.js'

export interface ModuleKey {
  /** Name in lower case. */
  readonly nameKey: string
  readonly provider: string
}

/**
 * The other modules of the same organization that a module needs, each once: those with a source of the host and port
 * of `publicUrl` (contract §7), among the sources of what its versions call.
 */
export function neighboursIn(sources: readonly string[], module: Module, publicUrl: string): ModuleKey[] {
  const found = new Map<string, ModuleKey>()
  const own = keyText({ nameKey: module.name.toLowerCase(), provider: module.provider })
  for (const source of sources) {
    const key = keyIn(source, module.namespace, publicUrl)
    if (key && keyText(key) !== own) found.set(keyText(key), key)
  }
  return [...found.values()]
}

function keyIn(source: string, namespace: string, publicUrl: string): ModuleKey | undefined {
  const [, host, owner, name, provider] = /^([^/]+)\/([^/]+)\/([^/]+)\/([^/]+?)(\/\/.*)?$/.exec(source) ?? []
  if (host === undefined || owner === undefined || name === undefined || provider === undefined)
    return undefined
  if (owner.toLowerCase() !== namespace.toLowerCase() || !isHostOf(publicUrl, host)) return undefined
  return { nameKey: name.toLowerCase(), provider }
}

/** A port that the scheme implies may be written or not. */
function isHostOf(publicUrl: string, host: string): boolean {
  const { protocol, host: own } = new URL(publicUrl)
  const written = `${protocol}//${host}`
  return URL.canParse(written) && new URL(written).host === own
}

function keyText({ nameKey, provider }: ModuleKey): string {
  return `${nameKey}/${provider}`
}
