import { z } from 'zod'
import type { AuditEventFilter, AuditEventOrder } from '../../domain/audit/audit-event.js'
import { days, isStorableMoment, later } from '../../kernel/clock.js'
import { momentText } from '../../kernel/input.js'
import { described, yesOrNo } from '../jsonapi/query.js'
import type { Parameters } from '../jsonapi/resource.js'

export const day = z.iso
  .date()
  .transform((text) => new Date(`${text}T00:00:00.000Z`))
  .refine(isStorableMoment)
export const moment = momentText.transform((text) => new Date(text))

/** The parameters that narrow the list and the exports of the audit log. */
export const auditEventParameters: Parameters = {
  q: described(
    'A part of the action, of the name of actor or target, of the reason or the address; or a whole id.',
  ),
  sort: z.enum(['-at', 'at']).meta({ description: '`-at`, the default: newest first; `at`: oldest first.' }),
  'filter[action]': described('An action, such as `team.update`, or an area: `team`.'),
  'filter[actor]': described('An id, or a name in any case.'),
  'filter[target-type]': described('A type of target, such as `engine-version`.'),
  'filter[target]': described(
    'An id, or a name in any case; the address of a module or a provider includes its versions.',
  ),
  'filter[organization]': described('An id, or a name, also a former one.'),
  'filter[request-id]': described('The `X-Request-Id` of the answer.'),
  'filter[administrator-override]': yesOrNo('Acts of site administrators as owners, or all others.'),
  'filter[from]': z
    .union([day, moment])
    .meta({ description: 'Start of the period: a time, or a day (UTC) from its beginning.' }),
  'filter[until]': z
    .union([day.transform((start) => later(start, days(1))), moment])
    .meta({ description: 'End of the period: a time, itself excluded, or a day (UTC) to its end.' }),
}

type Query = Readonly<Record<string, unknown>>

export function auditEventFilterOf(query: Query): AuditEventFilter {
  const text = (name: string): string | undefined => query[name] as string | undefined
  return {
    search: text('q'),
    action: text('filter[action]'),
    actor: text('filter[actor]'),
    subjectType: text('filter[target-type]'),
    subject: text('filter[target]'),
    organization: text('filter[organization]'),
    requestId: text('filter[request-id]'),
    administratorOverride: query['filter[administrator-override]'] as boolean | undefined,
    from: query['filter[from]'] as Date | undefined,
    until: query['filter[until]'] as Date | undefined,
  }
}

export const auditEventOrderOf = (query: Query): AuditEventOrder =>
  query['sort'] === 'at' ? 'oldest' : 'newest'
