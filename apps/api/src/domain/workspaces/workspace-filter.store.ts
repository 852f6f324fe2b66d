import type { Prisma } from '../../generated/prisma/client.js'
import { literally } from '../../kernel/search.js'
import type { WorkspaceFilter } from './workspace.js'

const outdated: Prisma.EngineVersionWhereInput = { OR: [{ deprecated: true }, { enabled: false }] }

/** What narrows a list, as the condition of its rows. */
export function toWhere({
  search = '',
  wildcard = '',
  needsUpgrade,
  engineVersion = '',
  writtenBy,
  provider,
  tags = [],
  excludedTags = [],
  tagged = [],
}: WorkspaceFilter): Prisma.WorkspaceWhereInput {
  return {
    AND: [
      search === '' ? {} : { nameKey: { contains: literally(search.toLowerCase()) } },
      wildcard === '' ? {} : { nameKey: matching(wildcard.toLowerCase()) },
      needsUpgrade === undefined ? {} : { engineVersion: needsUpgrade ? outdated : { NOT: outdated } },
      engineVersion === '' ? {} : { engineVersion: { version: engineVersion } },
      writtenBy === undefined
        ? {}
        : { stateVersions: { some: { isCurrent: true, engineVersion: writtenBy } } },
      provider === undefined
        ? {}
        : { stateVersions: { some: { isCurrent: true, providers: { has: provider } } } },
      tags.length === 0 ? {} : { tagKeys: { is: { keys: { hasEvery: [...tags] } } } },
      excludedTags.length === 0 ? {} : { tags: { none: { key: { in: [...excludedTags] } } } },
      ...tagged.map(({ key, value }) => ({
        tags: { some: { key, ...(value !== undefined && { value: value || null }) } },
      })),
    ],
  }
}

/** A `*` stands for anything, at either end; elsewhere it is part of no name. */
function matching(wildcard: string): Prisma.StringFilter {
  const [, before, name = '', after] = /^(\*?)(.*?)(\*?)$/s.exec(wildcard) ?? []
  if (before && after) return { contains: literally(name) }
  if (before) return { endsWith: literally(name) }
  return after ? { startsWith: literally(name) } : { equals: name }
}
