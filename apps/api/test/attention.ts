import type { TestApp } from './app.js'
import type { Person } from './makers.js'
import { dataOf } from './rest.js'

export interface Attention {
  readonly nodes: Record<string, unknown>[]
  readonly totalCount: number
}

/** The queue of a caller, of one kind or of all: `attentionOf(app, admin, 'kind: LIMIT_REACHED', 'name amount')`. */
export async function attentionOf(
  app: TestApp,
  by: Person | string,
  args: string,
  fields: string,
): Promise<Attention> {
  const given = args === '' ? '' : `(${args})`
  const data = await dataOf(
    app,
    by,
    `{ viewer { attention { items${given} { nodes { ${fields} } totalCount } } } }`,
  )
  return (data['viewer'] as unknown as { attention: { items: Attention } }).attention.items
}
