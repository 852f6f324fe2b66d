import { registryHost } from '@engine/shared'

type Provider = { registryName: 'PRIVATE' | 'PUBLIC'; namespace: string; name: string }

/** The block that requires a provider: a private one of this registry, in the version that is given. */
export function requiredProvider(
  { publicUrl, words }: { publicUrl: string; words: readonly string[] },
  { registryName, namespace, name }: Provider,
  version?: string,
): string {
  const host = registryName === 'PRIVATE' ? `${registryHost(publicUrl)}/` : ''
  return [
    `${words[0] ?? 'engine'} {`,
    '  required_providers {',
    `    ${name} = {`,
    version === undefined
      ? `      source = "${host}${namespace}/${name}"`
      : `      source  = "${host}${namespace}/${name}"`,
    ...(version === undefined ? [] : [`      version = "${version}"`]),
    '    }',
    '  }',
    '}',
  ].join('\n')
}
