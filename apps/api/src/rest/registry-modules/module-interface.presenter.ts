import { interfacePolicies, mostBreaking, type ModuleInterface } from '@engine/module-source/verdict'
import { z } from 'zod'

export const versionStep = z.enum(['major', 'minor', 'patch'])

export const declarationPlace = {
  path: z.string().meta({ description: 'The folder, such as `modules/net`; empty for the root.' }),
  kind: z.enum(['folder', 'input', 'output', 'resource', 'engine', 'provider', 'dependency']),
  name: z
    .string()
    .meta({ description: 'Empty for the engine, unless it is constrained by its name.', example: 'cidr' }),
}

export const breakingReason = z.enum([
  'required-input-added',
  'input-removed',
  'input-type-changed',
  'input-became-required',
  'input-no-longer-nullable',
  'input-became-const',
  'output-removed',
  'output-type-changed',
  'output-became-ephemeral',
  'output-became-sensitive',
  'requirement-narrowed',
  'source-changed',
  'submodule-removed',
])

/** What a version breaks for callers of the release before it (contract §17). */
export const moduleInterfaceDocument = z
  .object({
    'compared-with': z.string().nullable().meta({
      description: 'The release before it; null where there was none: then nothing breaks.',
      example: '1.2.4',
    }),
    step: versionStep.nullable().meta({ description: 'The step between their numbers.' }),
    'wanted-step': versionStep.nullable().meta({ description: 'What SemVer wants for what changed.' }),
    'wanted-version': z.string().nullable().meta({
      description:
        'The number that SemVer wants, as it was found then; null where the step is large enough, and of what was published before it was kept.',
      example: '2.0.0',
    }),
    breaking: z
      .array(z.object({ ...declarationPlace, reason: breakingReason }))
      .meta({ description: `At most ${mostBreaking} of them.` }),
    'breaking-count': z.number().int().meta({ example: 1 }),
  })
  .nullable()
  .meta({
    description:
      'As it was found when its archive was read. Null before that, and of what was published before it was compared.',
  })

/** The answer to a check, which is for the console: by the names of GraphQL. */
export const interfaceCheckDocument = z.object({
  comparedWith: z.string().nullable(),
  step: versionStep.nullable(),
  wantedStep: versionStep.nullable(),
  wantedVersion: z.string().nullable().meta({
    description: 'The number that SemVer wants, which is not taken; null where the given one says as much.',
  }),
  breaking: z.array(z.object({ ...declarationPlace, reason: breakingReason })),
  breakingCount: z.number().int(),
  policy: z.enum(interfacePolicies).meta({
    description: 'What applies: that of the module or else the organization’s.',
  }),
  refused: z.boolean().meta({ description: 'Whether it would not be published.' }),
  sentence: z.string().nullable().meta({
    description: 'What it would break and the number that SemVer wants; null where its number says as much.',
  }),
})

export function presentModuleInterface(
  found: ModuleInterface | null,
): z.infer<typeof moduleInterfaceDocument> {
  return (
    found && {
      'compared-with': found.comparedWith,
      step: found.step,
      'wanted-step': found.wantedStep,
      'wanted-version': found.wantedVersion,
      breaking: [...found.breaking],
      'breaking-count': found.breakingCount,
    }
  )
}
