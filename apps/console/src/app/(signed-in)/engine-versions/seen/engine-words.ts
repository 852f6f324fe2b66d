import type { EngineKind } from '~/data/generated/graphql'

const names: Readonly<Record<EngineKind, string>> = {
  ENGINE: 'Engine',
  FORK: 'Fork',
  OTHER: 'Other client',
}

/** What a client says that it is, in words. */
export function clientName(engine: EngineKind, version: string): string {
  const unread = engine === 'OTHER' ? '' : ' of another version'
  return `${names[engine]}${version === '' ? unread : ` ${version}`}`
}
