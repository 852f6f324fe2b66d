type Consumers = { nodes: readonly { name: string; isDisabled: boolean }[]; totalCount: number }

type Producer = {
  name: string
  isDisabled: boolean
  globalModuleSharing: boolean
  globalProviderSharing: boolean
  moduleConsumers: Consumers
  providerConsumers: Consumers
}

/** What is shared along a line. */
export type Shared = 'modules' | 'providers' | 'both'

/** A name in the picture; `y` is the middle of its line in pixels. */
export type Box = { key: string; text: string; y: number; isDark: boolean }

/** From the producer at `from` to the consumer at `to`; what a disabled organization shares or uses is `isDark`. */
export type Line = { key: string; from: number; to: number; isDark: boolean; shared: Shared }

export type MapLayout = { height: number; producers: Box[]; consumers: Box[]; lines: Line[] }

export const rowHeight = 36

/** Stands for all organizations; no name of one can begin so. */
const everyOrganization = '*'

/** Where each name and line of the picture lies: producers on the left, consumers on the right, both by name. */
export function layoutOfMap(producers: readonly Producer[]): MapLayout {
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

  const rows = Math.max(producers.length, names.length)
  const middle = (index: number, count: number) => ((rows - count) / 2 + index + 0.5) * rowHeight
  const placeOf = new Map(names.map((name, index) => [name, middle(index, names.length)]))

  return {
    height: rows * rowHeight,
    producers: producers.map(({ name, isDisabled }, index) => ({
      key: name,
      text: name,
      y: middle(index, producers.length),
      isDark: isDisabled,
    })),
    consumers: names.map((name) => ({
      key: name,
      text: name === everyOrganization ? 'All organizations' : name,
      y: placeOf.get(name) ?? 0,
      isDark: dark.get(name) ?? false,
    })),
    lines: producers.flatMap((producer, index) =>
      targetsOf(producer).map(([name, shared]) => ({
        shared,
        key: `${producer.name} ${name}`,
        from: middle(index, producers.length),
        to: placeOf.get(name) ?? 0,
        isDark: producer.isDisabled || (dark.get(name) ?? false),
      })),
    ),
  }
}

/** With whom a producer shares, and what: one line for each. */
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
