import type { RequestHandler, Router } from 'express'
import type { AuditEvent } from '../../domain/audit/audit-event.js'
import { auditRow } from '../../domain/audit/audit-event.js'
import type { AuditEventsService } from '../../domain/audit/audit-events.service.js'
import { contextOf, originalUrl } from '../../http/request-context.js'
import { begun, nameFile, sendExport } from '../../http/exports.js'
import { slicesOf } from '../../kernel/slices.js'
import { apiRouter, endOf } from '../api-router.js'
import { csvHead, csvMediaType, toCsv } from '../../http/csv.js'
import { auditEventFilterOf, auditEventOrderOf, auditEventParameters } from './audit-events.filters.js'
import { auditEventDocument } from './audit-events.presenter.js'
import { plainError, RequestError } from '../jsonapi/errors.js'
import { parseQuery } from '../jsonapi/query.js'
import type { Operation } from '../jsonapi/resource.js'
import { requireBearer } from '../rest.js'

/** The path of exports, which are files of whole lists. */
export const exportsPath = '/api/exports'

/** The query of an export. */
export const auditExport: Operation<unknown> = {
  summary: 'Take the audit log away as a file: everything that matches, newest first',
  parameters: auditEventParameters,
  status: 200,
  run: async () => undefined,
}

/** The events of which the text is made at a stretch. */
const eventsAtOnce = 20

interface Format {
  readonly mediaType: string
  /** The text that the file begins with. */
  readonly head: string
  text(events: readonly AuditEvent[]): string
}

const columns = ['id', ...Object.keys(auditEventDocument.shape.attributes.shape)]

export const auditExportFormats: Readonly<Record<'csv' | 'jsonl', Format>> = {
  csv: {
    mediaType: csvMediaType,
    head: csvHead(columns),
    text: (events) => toCsv(columns, events.map(auditRow)),
  },
  jsonl: {
    mediaType: 'application/jsonl',
    head: '',
    text: (events) => events.map((event) => `${JSON.stringify(auditRow(event))}\n`).join(''),
  },
}

/**
 * `GET /api/exports/audit-events.csv` and `.jsonl`, an extension: for site administrators, and with
 * `filter[organization]` for its owners. However long the log is, a hundred events are in memory at a time.
 */
export function auditExportRoutes(events: AuditEventsService): Router {
  const router = apiRouter().use(...requireBearer)
  for (const [ending, format] of Object.entries(auditExportFormats))
    router.all(`/audit-events.${ending}`, exporting(events, ending, format))
  return endOf(router)
}

function exporting(events: AuditEventsService, ending: string, format: Format): RequestHandler {
  const Allow = 'GET, HEAD, OPTIONS'
  return async (req, res) => {
    const ctx = contextOf(res)
    const { query, errors } = parseQuery(originalUrl(req).searchParams, auditExport)
    const batches = await events.export(ctx, auditEventFilterOf(query), auditEventOrderOf(query))
    if (req.method === 'OPTIONS') return void res.status(204).setHeader('Allow', Allow).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new RequestError([plainError(405)], { Allow })
    const [first, ...others] = errors
    if (first) throw new RequestError([first, ...others])
    const started = await begun(batches)
    res.status(200).setHeader('Content-Type', format.mediaType)
    nameFile(res, 'audit-events', ending)
    if (req.method === 'HEAD') return void res.end()
    await sendExport(req, res, written(started, format))
  }
}

async function* written(
  batches: AsyncIterable<readonly AuditEvent[]>,
  format: Format,
): AsyncGenerator<string> {
  yield format.head
  for await (const batch of batches)
    for await (const events of slicesOf(batch, eventsAtOnce)) yield format.text(events)
}
