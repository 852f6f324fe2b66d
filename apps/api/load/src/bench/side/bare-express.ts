import express from 'express'
import { serveBare } from './bare.js'

/** The limit of the framework: one route, and nothing before it. */
serveBare((answer) =>
  express()
    .disable('x-powered-by')
    .all(/.*/, (_req, res) => {
      const { status, headers, bytes } = answer()
      res.writeHead(status, headers).end(bytes)
    }),
)
