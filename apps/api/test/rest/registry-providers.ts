import { documentOf } from '../rest.js'

export const path = '/organizations/Acme/registry-providers'
export const provider = (attributes: object): object => documentOf('registry-providers', attributes)

let count = 0
/** A name that no other provider has. */
export const fresh = (): string => `provider-${++count}`
