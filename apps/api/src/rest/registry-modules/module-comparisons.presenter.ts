import { changeTypes, factNames } from '@engine/module-source/comparison'
import { z } from 'zod'
import type { ModuleComparison } from '../../domain/registry-modules/module-comparison.service.js'
import type { Module } from '../../domain/registry-modules/registry-module.js'
import { slicesOf } from '../../kernel/slices.js'
import { inJson } from '../jsonapi/json-text.js'
import { resourceOf, toOne } from '../jsonapi/document.js'
import { breakingReason, declarationPlace, versionStep } from './module-interface.presenter.js'

const changedFact = z.object({
  name: z.enum(factNames),
  before: z.string().nullable().meta({ description: 'Cut after 2,000 characters.' }),
  after: z.string().nullable(),
})

const change = z.object({
  ...declarationPlace,
  change: z.enum(changeTypes),
  breaking: breakingReason
    .nullable()
    .meta({ description: 'Reason why callers of the module may have to change.' }),
  facts: z.array(changedFact).meta({ description: 'Facts that changed.' }),
})

const aboutId = {
  description: 'The ids of the two versions.',
  example: 'modver-qjjF7ArLXJSWU3WU...modver-3gRmB9ZkLx6VtQ2y',
}

export const moduleComparisonDocument = resourceOf('module-comparisons', aboutId, {
  attributes: z.object({
    from: z.string(),
    to: z.string(),
    'missing-step': versionStep.nullable().meta({
      description: 'The step that SemVer wants for these changes, if that between the numbers is smaller.',
    }),
    'breaking-count': z.number().int(),
    changes: z
      .array(change)
      .meta({ description: 'Breaking ones first; then folder by folder, the root first.' }),
  }),
  relationships: z.object({ 'registry-module': toOne('registry-modules') }),
}).meta({ id: 'ModuleComparison' })

/** The changes that are written at a stretch. */
const changesAtOnce = 500

/** Writes the changes as JSON; of two large versions they are megabytes. */
async function textOf(changes: ModuleComparison['changes']): Promise<string> {
  const texts: string[] = []
  for await (const slice of slicesOf(changes, changesAtOnce)) texts.push(JSON.stringify(slice).slice(1, -1))
  return `[${texts.join()}]`
}

export async function presentModuleComparison(
  { id }: Module,
  { from, to, changes, breakingCount, missingStep }: ModuleComparison,
): Promise<z.input<typeof moduleComparisonDocument>> {
  return {
    id: `${from.id}...${to.id}`,
    type: 'module-comparisons',
    attributes: {
      from: from.version,
      to: to.version,
      'missing-step': missingStep,
      'breaking-count': breakingCount,
      changes: inJson(await textOf(changes)),
    },
    relationships: { 'registry-module': { data: { id, type: 'registry-modules' } } },
  }
}
