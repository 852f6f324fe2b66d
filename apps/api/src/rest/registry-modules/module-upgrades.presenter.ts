import { z } from 'zod'
import {
  consumerIdOf,
  mostNamed,
  upgradeIdOf,
  upgradeStatuses,
  type ModuleConsumer,
  type ModuleUpgrade,
} from '../../domain/module-upgrades/module-upgrade.js'
import { addressText } from '../../domain/registry-modules/registry-module.js'
import { endOfLifeDocument, presentEndOfLife } from '../end-of-life.presenter.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { resourceOf } from '../jsonapi/document.js'

const user = z.object({
  kind: z.enum(['team', 'organization', 'user', 'workspace']),
  name: z.string(),
  team: z.string().nullable(),
})

const named =
  'tokens of teams and of the organization by their descriptions, persons by their user names, and the workspaces whose ' +
  `states those tokens wrote last; at most ${mostNamed}.`

const lastDownloadedAt = z.date()
const breakingCount = z
  .number()
  .nullable()
  .meta({
    description:
      'Changes on the way to the newest version that break callers. Null while they are not counted: a moment after a ' +
      'publication or a first download.',
  })

const upgrade = attributesOf({
  module: z.string().meta({ description: '`namespace/name/provider`.' }),
  version: z.string(),
  status: z.enum(upgradeStatuses).meta({
    description: '`behind`: its line has a newer version. A line is the major, below 1.0.0 the minor.',
  }),
  endOfLife: endOfLifeDocument,
  newest: z.string().nullable().meta({ description: 'The newest downloadable version; null without one.' }),
  newestCompatible: z.string().nullable().meta({
    description:
      'The highest version that breaks nothing of this one; null where there is none, and while `breaking-count` is null.',
  }),
  breakingCount,
  lastDownloadedAt,
  downloads: z.number(),
  tokenCount: z
    .number()
    .meta({ description: 'Number of tokens that downloaded it, with those that have ended since.' }),
  usedBy: z.array(user).meta({ description: `Users of the version: ${named}` }),
})

export const moduleUpgradeDocument = resourceOf('module-upgrades', 'upgrade-6d1f0a94c7e2b835', {
  attributes: z.object(upgrade.shape),
}).meta({ id: 'ModuleUpgrade' })

const consumer = attributesOf({
  organization: z.string().nullable().meta({
    description:
      'Null for persons who belong to no organization that may use the module, and where the organization is gone.',
  }),
  version: z.string(),
  status: z.enum([...upgradeStatuses, 'current']),
  endOfLife: endOfLifeDocument,
  lastDownloadedAt,
  downloads: z.number(),
  breakingCount,
  usedBy: z
    .array(user)
    .nullable()
    .meta({ description: `Users in the organization of the module alone: ${named}` }),
})

export const moduleConsumerDocument = resourceOf('module-consumers', 'consumer-6d1f0a94c7e2b835', {
  attributes: z.object(consumer.shape),
}).meta({ id: 'ModuleConsumer' })

export function presentModuleUpgrade(found: ModuleUpgrade): z.input<typeof moduleUpgradeDocument> {
  return {
    id: upgradeIdOf(found),
    type: 'module-upgrades',
    attributes: upgrade.present({
      ...found,
      module: addressText(found.module),
      endOfLife: presentEndOfLife(found.endOfLife),
      usedBy: [...found.usedBy],
    }),
  }
}

export function presentModuleConsumer(found: ModuleConsumer): z.input<typeof moduleConsumerDocument> {
  return {
    id: consumerIdOf(found),
    type: 'module-consumers',
    attributes: consumer.present({
      ...found,
      endOfLife: presentEndOfLife(found.endOfLife),
      usedBy: found.usedBy && [...found.usedBy],
    }),
  }
}

export const upgradeColumns = Object.keys(upgrade.shape)
export const consumerColumns = Object.keys(consumer.shape)

/** The attributes in cells: an end of life by its date, users by their names. */
export function toRow({
  attributes,
}: ReturnType<typeof presentModuleUpgrade> | ReturnType<typeof presentModuleConsumer>): object {
  return {
    ...attributes,
    'end-of-life': attributes['end-of-life']?.date ?? '',
    'used-by': (attributes['used-by'] ?? []).map(({ name }) => name).join(', '),
  }
}
