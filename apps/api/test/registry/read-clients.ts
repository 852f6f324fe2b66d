import type { Response } from 'supertest'
import { expect } from 'vitest'
import type { TestApp } from '../app.js'

type Headers = Readonly<Record<string, string>>

/** A program that only reads, and that would understand nothing else than what is expected here. */
export interface ReadClient {
  readonly get: (path: string, more?: Headers) => Promise<Response>
  /** A document: 200, with the type of JSON, and not compressed although that was offered. */
  readonly json: (path: string) => Promise<Response['body']>
  /** A file, first asked about by HEAD; without the token. */
  readonly file: (path: string) => Promise<Buffer>
}

/** The real CLI, with the headers that it was seen to send. */
export const engineCli = (app: TestApp, token: string): ReadClient =>
  readClient(
    app,
    { 'User-Agent': 'Terraform/1.11.4', 'X-Terraform-Version': '1.11.4', 'Accept-Encoding': 'gzip' },
    { Authorization: `Bearer ${token}` },
  )

/** The library with which the CLI fetches archives of modules. */
export const archiveGetter = (app: TestApp): ReadClient =>
  readClient(app, {
    'User-Agent': 'Go-http-client/1.1',
    'Accept-Encoding': 'gzip',
    Connection: 'close',
  })

/** A bot that proposes updates; it signs in wherever the host is asked, for discovery too. */
export const updateBot = (app: TestApp, token: string): ReadClient =>
  readClient(
    app,
    { 'User-Agent': 'RenovateBot/41', Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate, br' },
    { Authorization: `Bearer ${token}` },
  )

function readClient(app: TestApp, headers: Headers, authorization: Headers = {}): ReadClient {
  const send = async (method: 'get' | 'head', path: string, more: Headers = {}): Promise<Response> =>
    app.http[method](path)
      .redirects(0)
      .set({ ...headers, ...more })
  const get = (path: string, more: Headers = {}) => send('get', path, { ...authorization, ...more })
  const json = async (path: string): Promise<Response['body']> => {
    const answer = await get(path)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['content-encoding']).toBeUndefined()
    return answer.body
  }
  const file = async (path: string): Promise<Buffer> => {
    const head = await send('head', path)
    const answer = await app.http.get(path).set(headers).responseType('blob')
    const bytes = answer.body as Buffer
    for (const { status, headers: received } of [head, answer]) {
      expect(status).toBe(200)
      expect(received['content-length']).toBe(String(bytes.length))
      expect(received['content-encoding']).toBeUndefined()
    }
    return bytes
  }
  return { get, json, file }
}
