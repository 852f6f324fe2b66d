import { breakingReasons, declarationKinds, versionSteps } from '@engine/module-source/comparison'
import { interfacePolicies, mostBreaking, type ModuleInterface } from '@engine/module-source/verdict'
import { z } from 'zod'

export const versionStep = z.enum(versionSteps)

export const declarationPlace = {
  path: z.string().meta({ description: 'The folder, such as `modules/net`; empty for the root.' }),
  kind: z.enum(declarationKinds),
  name: z
    .string()
    .meta({ description: 'Empty for the engine, unless it is constrained by its name.', example: 'cidr' }),
}

export const breakingReason = z.enum(breakingReasons)

/** Changes of a version that break callers of the release before it (contract §17). */
export const moduleInterfaceDocument = z
  .object({
    'compared-with': z.string().nullable().meta({
      description: 'The release before it; null without one: then nothing breaks.',
      example: '1.2.4',
    }),
    step: versionStep.nullable().meta({ description: 'The step between their numbers.' }),
    'wanted-step': versionStep
      .nullable()
      .meta({ description: 'The step that SemVer wants for these changes.' }),
    'wanted-version': z.string().nullable().meta({
      description:
        'The number that SemVer wants, as it was found then; null where the step is large enough, and of what was published before it was kept.',
      example: '2.0.0',
    }),
    breaking: z
      .array(z.object({ ...declarationPlace, reason: breakingReason }))
      .meta({ description: `Breaking changes, at most ${mostBreaking}.` }),
    'breaking-count': z.number().int().meta({ example: 1 }),
  })
  .nullable()
  .meta({
    description:
      'The comparison at the time when its archive was read. Null before that, and for versions published before comparisons existed.',
  })

/** The answer to a check, which is for the console: by the names of GraphQL. */
export const interfaceCheckDocument = z.object({
  comparedWith: z.string().nullable(),
  step: versionStep.nullable(),
  wantedStep: versionStep.nullable(),
  wantedVersion: z.string().nullable().meta({
    description: 'A free number that SemVer wants; null if the given one already says so.',
  }),
  breaking: z.array(z.object({ ...declarationPlace, reason: breakingReason })),
  breakingCount: z.number().int(),
  missingStep: versionStep.nullable().meta({
    description: 'The step that SemVer wants, where that between the numbers is smaller.',
  }),
  breaksPromise: z.boolean().meta({
    description: 'Whether it breaks callers by more than its number says; a pre-release promises nothing.',
  }),
  policy: z.enum(interfacePolicies).meta({
    description: 'The policy that applies: that of the module, or else the organization’s.',
  }),
  refused: z.boolean().meta({ description: 'True if its publication would be refused.' }),
  sentence: z.string().nullable().meta({
    description:
      'The changes that would break callers, and the number that SemVer wants; null if its number already says so.',
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
