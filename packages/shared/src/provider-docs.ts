/** Kinds of pages of the documentation of a provider, in the order in which lists have them (contract §16). */
export const providerDocCategories = [
  'overview',
  'guides',
  'resources',
  'data-sources',
  'functions',
  'ephemeral-resources',
  'list-resources',
  'actions',
] as const

export type ProviderDocCategory = (typeof providerDocCategories)[number]

/** Limits of an archive of documentation: of its size as it is sent and unpacked, in bytes, and of its files (contract §16). */
export const providerDocLimits = { archive: 20 * 1024 ** 2, unpacked: 100 * 1024 ** 2, files: 5000 } as const

/** Name of a page among those of its version. */
export interface ProviderDocKey {
  readonly category: ProviderDocCategory
  /** File name without its ending; `index` of the overview. */
  readonly slug: string
}

/** Limit of a slug, in characters. */
const longestSlug = 128

const folders = new Map<string, ProviderDocCategory>(
  providerDocCategories.slice(1).map((category) => [category, category]),
)
const formerFolders = new Map<string, ProviderDocCategory>([
  ['guides', 'guides'],
  ['r', 'resources'],
  ['d', 'data-sources'],
])

/** Layouts: where each begins, its folders and the endings of its files. Of a page that is in several, the first counts. */
const layouts = [
  { root: 'docs/', folders, endings: /\.md$/ },
  { root: '', folders, endings: /\.md$/ },
  { root: 'website/docs/', folders: formerFolders, endings: /\.html\.(markdown|md)$/ },
] as const

/**
 * The page that a file of an archive is, and the number of its layout; undefined for a file that is none. The endings are
 * optional for `isLink`: pages link to one another with and without them.
 */
export function providerDocAt(
  path: string,
  isLink = false,
): (ProviderDocKey & { layout: number }) | undefined {
  for (const [layout, { root, folders, endings }] of layouts.entries()) {
    if (!path.startsWith(root)) continue
    const names = path.slice(root.length).split('/')
    const file = names.at(-1) ?? ''
    if (!isLink && !endings.test(file)) continue
    const slug = isLink ? file.replace(/(\.html)?(\.(md|markdown))?$/, '') : file.replace(endings, '')
    const category =
      names.length === 1 && slug === 'index'
        ? 'overview'
        : names.length === 2
          ? folders.get(names[0] ?? '')
          : undefined
    if (category && isSlug(slug)) return { category, slug, layout }
  }
  return undefined
}

const isSlug = (text: string): boolean => text !== '' && text.length <= longestSlug && !/\p{C}/u.test(text)

/**
 * The name that configurations have for what a page documents: `acme_server` for `server` of the provider `acme`. It is
 * undefined for the overview and for guides.
 */
export function documentedName(provider: string, { category, slug }: ProviderDocKey): string | undefined {
  if (category === 'overview' || category === 'guides') return undefined
  if (category === 'functions') return slug
  return slug === provider || slug.startsWith(`${provider}_`) ? slug : `${provider}_${slug}`
}
