import type { ErrorRequestHandler, RequestHandler } from 'express'
import { contextOf } from './request-context.js'

/** Answers a path of no face. Express would answer with a page and another content security policy. */
export const notFound: RequestHandler = (_req, res) => {
  res.status(404).type('text/plain').send('not found\n')
}

/** Answers a failure outside of every face. Express's own answer would show the stack. */
export const failed: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) return next(error)
  // The router refuses a path that cannot be decoded: not found.
  if (error instanceof URIError) return notFound(req, res, next)
  contextOf(res).log.error({ error: String(error), path: req.path }, 'request failed')
  res.status(500).type('text/plain').send('internal server error\n')
}
