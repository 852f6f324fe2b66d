import type { Module } from './registry-module.js'

export interface ModuleKey {
  /** In lower case. */
  readonly nameKey: string
  readonly provider: string
}

interface Requirements {
  readonly dependencies: readonly { readonly source: string }[]
}

/**
 * The other modules of the same organization that a module needs, each once: those with a source of the host and port
 * of `publicUrl` (contract §7). `requirements` are the stored JSON texts of its versions.
 */
export function neighboursIn(
  requirements: readonly string[],
  module: Module,
  publicUrl: string,
): ModuleKey[] {
  const found = new Map<string, ModuleKey>()
  const own = keyText({ nameKey: module.name.toLowerCase(), provider: module.provider })
  for (const text of requirements) {
    const { root, submodules } = JSON.parse(text) as {
      root: Requirements
      submodules: readonly Requirements[]
    }
    for (const { source } of [root, ...submodules].flatMap(({ dependencies }) => dependencies)) {
      const key = keyIn(source, module.namespace, publicUrl)
      if (key && keyText(key) !== own) found.set(keyText(key), key)
    }
  }
  return [...found.values()]
}

function keyIn(source: string, namespace: string, publicUrl: string): ModuleKey | undefined {
  const [, host, owner, name, provider] = /^([^/]+)\/([^/]+)\/([^/]+)\/([^/]+?)(\/\/.*)?$/.exec(source) ?? []
  if (host === undefined || owner === undefined || name === undefined || provider === undefined)
    return undefined
  if (!isHostOf(publicUrl, host) || owner.toLowerCase() !== namespace.toLowerCase()) return undefined
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
