import { get } from 'node:http'
import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, notFoundBody, unauthorizedBody } from '../rest.js'
import { statementsOf } from '../statements.js'

const csv = '/api/exports/audit-events.csv'
const jsonl = '/api/exports/audit-events.jsonl'

const filled = 1_234

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const admin = await app.make.administrator('root')
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
await app.prisma.$executeRaw`
    INSERT INTO audit_events (at, action, actor_type, actor_name, face, request_id, subject_type, subject_id, subject_name)
    SELECT '2026-01-01Z'::timestamptz + (n % 7) * interval '1 second', 'team.update', 'system', 'filler', 'system', 'fill', 'team', 'team-1', n::text
    FROM generate_series(1, ${filled}::int) AS n`

/** A row whose every text is `text`, with a given request id. */
async function row(requestId: string, text: string, facts: object = {}): Promise<void> {
  await app.prisma.auditEvent.create({
    data: {
      ...{ at: app.clock.now(), action: 'team.update', actorType: 'user', actorName: text, face: 'rest' },
      ...{
        requestId,
        subjectType: 'team',
        subjectId: 'team-1',
        subjectName: text,
        reason: text,
        after: facts,
      },
    },
  })
}

/** Reads CSV as RFC 4180 has it, without the product's library. */
function cellsOf(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** The one row of a request, by the names of the first line. */
async function cellsFor(requestId: string): Promise<Record<string, string>> {
  const { status, text } = await as(app, admin).get(`${csv}?filter[request-id]=${requestId}`)
  expect(status).toBe(200)
  const [names = [], cells = [], ...others] = cellsOf(text)
  expect(others).toEqual([])
  expect(cells).toHaveLength(names.length)
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
}

describe('an export', () => {
  rule('§3 audit', 'An export holds everything that matches, in order')
  test('as JSON lines holds what the list says of each event, in its order, however many they are', async () => {
    const answer = await as(app, admin).get(`${jsonl}?filter[action]=team.update`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/jsonl'])
    const lines = String(answer.text ?? answer.body)
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(filled)
    const { body } = await as(app, admin).get('/admin/audit-events?filter[action]=team.update&page[size]=100')
    const listed = (body.data as { id: string; attributes: object }[]).map(({ id, attributes }) => ({
      id,
      ...attributes,
    }))
    expect(lines.slice(0, 100).map((line) => JSON.parse(line) as object)).toEqual(listed)
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id)
    expect(new Set(ids).size).toBe(filled)
  })

  test('oldest first holds the same, the other way around', async () => {
    const idsOf = async (query: string) =>
      cellsOf((await as(app, admin).get(`${csv}?filter[action]=team.update${query}`)).text)
        .slice(1)
        .map(([id]) => id)
    expect(await idsOf('&sort=at')).toEqual((await idsOf('')).reverse())
  })

  test('is a file with the day in its name, which no shared cache may store', async () => {
    const day = app.clock.now().toISOString().slice(0, 10)
    for (const [path, ending] of [
      [csv, 'csv'],
      [jsonl, 'jsonl'],
    ] as const) {
      const { headers } = await as(app, admin).head(path)
      expect(headers['content-disposition']).toBe(`attachment; filename="audit-events-${day}.${ending}"`)
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  rule('§3 audit', 'An export is streamed, never whole in memory')
  test('is read piece by piece: as much as is asked for, and nothing more once the client is gone', async () => {
    const { answer, own } = await statementsOf(app, async () => {
      const batches = await app.services.auditEvents.export(admin.ctx, { action: 'team.update' }, 'newest')
      for await (const batch of batches) return batch.length
      return 0
    })
    expect(answer).toBeLessThan(filled)
    expect(own.filter(({ text }) => text.includes('audit_events'))).toHaveLength(1)
  })

  test('has no length before its end, since it is sent while it is read', async () => {
    const headers = await new Promise<Record<string, unknown>>((done, fail) => {
      const asked = { headers: { authorization: `Bearer ${admin.token}` } }
      get(`${app.url}${csv}`, asked, (answer) => {
        answer
          .resume()
          .on('end', () => done(answer.headers))
          .on('error', fail)
      }).on('error', fail)
    })
    expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' })
    expect(headers).not.toHaveProperty('content-length')
  })
})

describe('a cell of the CSV', () => {
  test.each(['a, b', 'say "hi"', 'two\nlines', 'two\r\nlines', '', 'ünïcode ✓', ' padded '])(
    '%j reads as it was written',
    async (text) => {
      const requestId = `quoted-${Buffer.from(text).toString('hex')}`
      await row(requestId, text)
      expect(await cellsFor(requestId)).toMatchObject({
        'actor-name': text,
        'target-name': text,
        reason: text,
      })
    },
  )

  test.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    '%j is no formula to a spreadsheet',
    async (text) => {
      const requestId = `formula-${Buffer.from(text).toString('hex')}`
      await row(requestId, text)
      expect(await cellsFor(requestId)).toMatchObject({ 'actor-name': `'${text}`, reason: `'${text}` })
    },
  )

  test('that holds facts is JSON, one that holds nothing is empty, and yes and no are words', async () => {
    const facts = { name: 'a "b", c', deep: { list: [1, null] } }
    await row('facts', 'x', facts)
    const cells = await cellsFor('facts')
    expect(JSON.parse(cells['after'] ?? '')).toEqual(facts)
    expect([cells['before'], cells['organization-id'], cells['administrator-override']]).toEqual([
      '',
      '',
      'false',
    ])
  })

  test('stands under a name also where there is no row', async () => {
    const { text } = await as(app, admin).get(`${csv}?filter[actor]=no-such-user`)
    expect(cellsOf(text)).toHaveLength(1)
    expect(text).toMatch(/^id,at,action,actor-type,.*,before,after,reason\r\n$/)
  })
})

describe('who may take an export', () => {
  test('the owner of an organization takes its events, and nothing else', async () => {
    await app.make.team(owner, acme, { name: 'crew' })
    const { status, text } = await as(app, owner).get(`${csv}?filter[organization]=ACME`)
    const [names = [], ...rows] = cellsOf(text)
    expect([status, rows.length > 0]).toEqual([200, true])
    expect(new Set(rows.map((cells) => cells[names.indexOf('organization-id')]))).toEqual(new Set([acme.id]))
    for (const query of ['', '?filter[organization]=', '?filter[organization]=missing', '?filter[from]=x']) {
      const refused = await as(app, owner).get(`${csv}${query}`)
      expect([refused.status, refused.body], query).toEqual([404, notFoundBody])
    }
  })

  test('a member, a stranger and a token of the organization get 404, a caller without a token 401', async () => {
    const member = await app.make.member(acme)
    const stranger = await app.make.user()
    const whose = { type: 'organization', id: acme.id } as const
    const { value } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
    for (const caller of [member, stranger, value])
      expect((await as(app, caller).get(`${csv}?filter[organization]=acme`)).status).toBe(404)
    const { status, body } = await as(app, undefined).get(csv)
    expect([status, body]).toEqual([401, unauthorizedBody])
  })

  test('refuses what is no filter with 400, and what is no reading with 405', async () => {
    expect((await as(app, admin).get(`${csv}?filter[verb]=x`)).status).toBe(400)
    const answer = await as(app, admin).post(csv, { body: {} })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await as(app, admin).get('/api/exports/audit-events.xml')).status).toBe(404)
  })
})
