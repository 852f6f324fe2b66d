import type { Router } from 'express'
import type { ServerResponse } from 'node:http'
import { isStateFileKind, type StateFileKind, type StateVersionAccess } from '../../domain/states/state.js'
import type { StateVersionsService } from '../../domain/states/state-versions.service.js'
import type { StateWritesService } from '../../domain/states/state-writes.service.js'
import { requireAdmission } from '../../http/admission.js'
import type { StateLinks } from '../../http/face-services.js'
import { contextOf } from '../../http/request-context.js'
import { attachmentOf, sendPieces } from '../../http/send-file.js'
import type { SignedLinks } from '../../http/signed-links.js'
import { notFound } from '../../kernel/errors.js'
import { piecesOf } from '../../kernel/storage.js'
import { apiRouter, endOf, noStore } from '../api-router.js'
import { plainError, RequestError } from '../jsonapi/errors.js'
import { receiving } from '../registry-modules/module-uploads.js'

/** The paths of uploads and of downloads of states. */
export const stateUploadsPath = '/api/uploads/states'
export const stateDownloadsPath = '/api/states'

/** Makes the links; they are absolute. */
export function stateLinksOf(uploads: SignedLinks, downloads: SignedLinks, publicUrl: string): StateLinks {
  const linkOf =
    (links: SignedLinks, base: string): StateLinks['upload'] =>
    (ctx, id, kind) => {
      const path = `${base}/${id}/${kind}`
      return `${publicUrl}${path}?${links.sign(ctx, path)}`
    }
  return { upload: linkOf(uploads, stateUploadsPath), download: linkOf(downloads, stateDownloadsPath) }
}

/** Takes uploads of states and their JSON (contract §13), in any order. */
export function stateUploadRoutes(writes: StateWritesService): Router {
  const router = apiRouter().use(noStore, requireAdmission)
  router.all(
    '/:id/:kind',
    receiving(({ id = '', kind = '' }) => {
      const file = kindOf(kind)
      return {
        find: (ctx) => writes.find(ctx, id),
        upload: (ctx, stream, size) => writes.upload(ctx, id, file, stream, size),
        noun: 'state',
      }
    }),
  )
  return endOf(router)
}

/** Sends states byte for byte as they were written. */
export function stateDownloadRoutes(states: StateVersionsService): Router {
  const router = apiRouter().use(noStore, requireAdmission)
  const Allow = 'GET, HEAD, OPTIONS'
  router.all('/:id/:kind', async (req, res) => {
    const ctx = contextOf(res)
    const { id = '', kind = '' } = req.params as Record<string, string>
    const file = kindOf(kind)
    const access = await states.access(ctx, id, 'states:read')
    if (req.method === 'OPTIONS') return void res.status(204).setHeader('Allow', Allow).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new RequestError([plainError(405)], { Allow })
    if (access.version[file === 'state' ? 'storageKey' : 'jsonStorageKey'] === null) throw notFound()
    const stream = req.method === 'HEAD' ? undefined : await states.open(ctx, access, file)
    const begin = (): void => setHeaders(res, access, file)
    if (stream) return sendPieces(res, piecesOf(stream), begin)
    begin()
    res.end()
  })
  return endOf(router)
}

function setHeaders(
  res: ServerResponse,
  { workspace, version }: StateVersionAccess,
  file: StateFileKind,
): void {
  res.setHeader('Content-Type', 'application/json').setHeader('X-Content-Type-Options', 'nosniff')
  const name = `${workspace.name}-${version.serial}.${file === 'state' ? 'state' : 'show'}.json`
  res.setHeader('Content-Disposition', attachmentOf(name))
  if (file === 'state') res.setHeader('Content-Length', version.size ?? 0)
}

function kindOf(word: string): StateFileKind {
  if (!isStateFileKind(word)) throw notFound()
  return word
}
