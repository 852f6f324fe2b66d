import type { TestApp } from '../app.js'
import { documentOf } from '../rest.js'

export const path = '/organizations/Acme/registry-providers'
export const provider = (attributes: object): object => documentOf('registry-providers', attributes)

/** A name that no other provider has. */
export const fresh = ({ make }: TestApp): string => `provider-${make.next()}`
