import type { SharedKind } from '../../domain/organizations/shares.js'
import { batched } from '../batched.js'

const shareOfKind = (kind: SharedKind) =>
  batched(({ ctx, services }, producerIds) => services.registrySharing.shares(ctx, kind, producerIds))

/** Finds the share that gives the caller what an organization shares; undefined for the caller's own organization. */
export const shareOf = { modules: shareOfKind('modules'), providers: shareOfKind('providers') }
