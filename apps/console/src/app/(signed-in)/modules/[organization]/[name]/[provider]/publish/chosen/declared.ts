export type Declared = { inputs: number; outputs: number }

/** Beginning of a block, at the beginning of a line. */
const block = /^[ \t]*(variable|output)[ \t]+"?([\w-]+)"?[ \t]*\{/gm

/** Counts inputs and outputs in sources by their names: fast, and right for all but the oddest ones. */
export function declaredIn(sources: ReadonlyMap<string, string>): Declared {
  const names = { variable: new Set<string>(), output: new Set<string>() }
  for (const [path, text] of sources) {
    if (path.endsWith('.json')) {
      for (const kind of ['variable', 'output'] as const)
        for (const name of namesIn(text, kind)) names[kind].add(name)
    } else for (const [, kind, name = ''] of text.matchAll(block)) names[kind as keyof typeof names].add(name)
  }
  return { inputs: names.variable.size, outputs: names.output.size }
}

/** Returns the names in the JSON form: one object, or a list of them. */
function namesIn(text: string, kind: string): string[] {
  try {
    const declared = (JSON.parse(text) as Record<string, unknown>)[kind]
    return [declared].flat().flatMap((each) => Object.keys(each ?? {}))
  } catch {
    return []
  }
}
