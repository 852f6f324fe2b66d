import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { auditExport, auditExportFormats } from '../audit/audit-exports.js'
import { refusalsNamed, successOf } from './answers.js'
import { requestOf } from './requests.js'

const examples = {
  csv: 'id,at,action,…\r\n4711,2026-03-01T09:30:00.000Z,engine-version.update,…\r\n',
  jsonl: '{"id":"4711","at":"2026-03-01T09:30:00.000Z","action":"engine-version.update"}\n',
}

const kinds = {
  csv: 'CSV with a line of names; `before` and `after` are JSON. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  jsonl: 'One JSON object a line.',
}

/** Whole lists as files (an extension). They flow, so they carry neither a length nor a tag. */
export const exportPaths: ZodOpenApiPathsObject = Object.fromEntries(
  (['csv', 'jsonl'] as const).map((ending) => {
    const path = `/api/exports/audit-events.${ending}`
    const content = {
      [auditExportFormats[ending].mediaType]: {
        schema: { type: 'string' as const },
        example: examples[ending],
      },
    }
    const operation = {
      operationId: `getExportsAuditEvents${ending === 'csv' ? 'Csv' : 'Jsonl'}`,
      tags: ['Audit log'],
      summary: auditExport.summary,
      description: `${kinds[ending]} Owners of an organization name it in \`filter[organization]\`.`,
      ...requestOf(
        path,
        { tag: 'Audit log', operations: {}, authorize: async () => undefined },
        'GET',
        auditExport,
      ),
      responses: {
        '200': successOf([], content),
        ...refusalsNamed([400, 401, 404, 429, 500, 503]),
      },
    }
    return [path, { get: operation }]
  }),
)
