import { z } from 'zod'
import {
  moduleAddressIn,
  mostDays,
  upgradeStatuses,
  usualDays,
  type UpgradeFilter,
} from '../../domain/module-upgrades/module-upgrade.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { ModuleAccess } from '../../domain/registry-modules/registry-module.js'
import type { FaceServices } from '../../http/face-services.js'
import { csvOfList } from '../csv.js'
import { listDocument, listOf } from '../jsonapi/document.js'
import { textParameter } from '../jsonapi/query.js'
import { resource, type Call, type Parameters, type Resource } from '../jsonapi/resource.js'
import {
  consumerColumns,
  moduleConsumerDocument,
  moduleUpgradeDocument,
  presentModuleConsumer,
  presentModuleUpgrade,
  toRow,
  upgradeColumns,
} from './module-upgrades.presenter.js'
import { addressIn, tag } from './registry-modules.routes.js'

const days: Parameters[string] = z
  .string()
  .regex(/^\d+$/)
  .transform(Number)
  .refine((number) => number >= 1 && number <= mostDays)
  .meta({
    description: `The number of days of downloads, with today: 1 to ${mostDays}, by default ${usualDays}.`,
  })

const module: Parameters[string] = textParameter
  .transform((text, { issues }) => {
    const address = moduleAddressIn(text)
    if (!address)
      issues.push({ code: 'custom', input: text, params: { says: 'is not namespace/name/provider' } })
    return address
  })
  .meta({ description: 'The address of one module, `namespace/name/provider`.' })

const upgradeFilterOf = ({ query }: Pick<Call<unknown>, 'query'>): UpgradeFilter => ({
  status: query['filter[status]'] as UpgradeFilter['status'],
  module: query['filter[module]'] as UpgradeFilter['module'],
  days: query['days'] as number | undefined,
})

/** `/organizations/:org/module-upgrades` (contract §17). */
export function moduleUpgradesResource({ moduleUpgrades, organizations }: FaceServices): Resource {
  const list = ({ ctx, subject, ...call }: Call<OrganizationAccess>, page = call.page) =>
    moduleUpgrades.list(ctx, subject.organization.id, upgradeFilterOf(call), page)
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }) => organizations.access(ctx, org, 'memberships:read'),
    operations: {
      GET: {
        summary: 'List the versions of modules that an organization uses and has to leave, the worst first',
        isPaged: true,
        parameters: {
          'filter[status]': z.enum(upgradeStatuses).meta({ description: 'Reason why it has to be left.' }),
          'filter[module]': module,
          days,
        },
        document: listOf(moduleUpgradeDocument),
        run: async (call) => listDocument(call.url, await list(call), presentModuleUpgrade),
        csv: (call) =>
          csvOfList(
            call,
            upgradeColumns,
            (page) => list(call, page),
            (item) => toRow(presentModuleUpgrade(item)),
          ),
      },
    },
  })
}

/** `…/:provider/consumers`. */
export function moduleUsersResource({ moduleUpgrades, moduleAccess }: FaceServices): Resource {
  const list = ({ ctx, subject, query, ...call }: Call<ModuleAccess>, page = call.page) =>
    moduleUpgrades.listConsumers(ctx, subject.module, { days: query['days'] as number | undefined }, page)
  return resource<ModuleAccess>({
    tag,
    authorize: (ctx, params) => moduleAccess.module(ctx, addressIn(params), 'module-consumers:read'),
    operations: {
      GET: {
        summary: 'List the organizations that use a module, by version, the worst first',
        isPaged: true,
        parameters: { days },
        document: listOf(moduleConsumerDocument),
        run: async (call) => listDocument(call.url, await list(call), presentModuleConsumer),
        csv: (call) =>
          csvOfList(
            call,
            consumerColumns,
            (page) => list(call, page),
            (item) => toRow(presentModuleConsumer(item)),
          ),
      },
    },
  })
}
