import { paths } from '~/paths'
import type { MapLine, MapNode } from '~/ui/charts/node-positions'

type Consumers = { nodes: readonly { name: string; isDisabled: boolean }[]; totalCount: number }

type Producer = {
  name: string
  isDisabled: boolean
  globalModuleSharing: boolean
  globalProviderSharing: boolean
  moduleConsumers: Consumers
  providerConsumers: Consumers
}

/** Kinds of a line: what it shares. */
type Shared = 'modules' | 'providers' | 'both'

/** Stands for all organizations; no name of one can begin so. */
const everyOrganization = '*'

const tones = { modules: 1, providers: 2, both: 3 } as const

/** The names and lines of the picture: producers on the left, consumers on the right, both by name. */
export function mapOf(producers: readonly Producer[]): {
  producers: MapNode[]
  consumers: MapNode[]
  lines: MapLine[]
} {
  const dark = new Map<string, boolean>()
  for (const { moduleConsumers, providerConsumers } of producers)
    for (const { name, isDisabled } of [...moduleConsumers.nodes, ...providerConsumers.nodes])
      dark.set(name, isDisabled)
  const names = [...dark.keys()].sort((one, other) => (one < other ? -1 : 1))
  if (
    producers.some(
      ({ globalModuleSharing, globalProviderSharing }) => globalModuleSharing || globalProviderSharing,
    )
  )
    names.unshift(everyOrganization)
  const node = (name: string, isDark: boolean, href: string): MapNode => ({
    key: name,
    text: name,
    href,
    isDark,
    ...(isDark && { title: `${name} (disabled)` }),
  })

  return {
    producers: producers.map(({ name, isDisabled }) =>
      node(name, isDisabled, paths.organizationSharing(name)),
    ),
    consumers: names.map((name) =>
      name === everyOrganization
        ? { key: name, text: 'All organizations' }
        : node(name, dark.get(name) ?? false, paths.organization(name)),
    ),
    lines: producers.flatMap((producer) =>
      targetsOf(producer).map(([name, shared]) => ({
        column: 0,
        from: producer.name,
        to: name,
        tone: tones[shared],
        isDark: producer.isDisabled || (dark.get(name) ?? false),
      })),
    ),
  }
}

/** Returns the organizations that a producer shares with, and what: one line for each. */
function targetsOf(producer: Producer): [string, Shared][] {
  const named = (withAll: boolean, { nodes }: Consumers) =>
    withAll ? [everyOrganization] : nodes.map(({ name }) => name)
  const modules = named(producer.globalModuleSharing, producer.moduleConsumers)
  const providers = named(producer.globalProviderSharing, producer.providerConsumers)
  return [...new Set([...modules, ...providers])].map((name) => {
    if (!providers.includes(name)) return [name, 'modules']
    return [name, modules.includes(name) ? 'both' : 'providers']
  })
}
