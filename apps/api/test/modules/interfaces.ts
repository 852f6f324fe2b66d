import type { Response } from 'supertest'
import { expect } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import type { TestApp } from '../app.js'
import { as, documentOf } from '../rest.js'
import { modulePath, pathOf, put, type Caller } from './module-requests.js'

/** The archive of these sources, by path. */
export const packed = (sources: Readonly<Record<string, string>>): Buffer =>
  archive(...Object.entries(sources).map(([path, text]) => file(path, text)))

/** A module that takes these inputs, each a text that may be left out. */
export const taking = (...inputs: string[]): Buffer =>
  packed({ 'main.tf': inputs.map((name) => `variable "${name}" {\n  default = "x"\n}\n`).join('') })

/** Creates a version with these attributes and uploads it; the answer to the upload. */
export async function send(
  app: TestApp,
  by: Caller,
  address: string,
  attributes: Readonly<Record<string, unknown>>,
  bytes: Buffer,
): Promise<Response> {
  const body = documentOf('registry-module-versions', attributes)
  const created = await as(app, by).post(`${modulePath(address)}/versions`, { body })
  expect(created.status, created.text).toBe(201)
  return put(app, pathOf(created.body.data.links.upload), bytes)
}

/** Reads the document of a version. */
export async function versionOf(
  app: TestApp,
  by: Caller,
  address: string,
  version: string,
): Promise<Readonly<Record<string, unknown>>> {
  const shown = await as(app, by).get(
    `${modulePath(address)}/version?module_version=${encodeURIComponent(version)}`,
  )
  expect(shown.status, shown.text).toBe(200)
  return shown.body.data.attributes
}
