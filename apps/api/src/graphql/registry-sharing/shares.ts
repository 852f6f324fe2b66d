import type { SharedKind } from '../../domain/organizations/shares.js'
import { batched } from '../batched.js'

const shareOfKind = (kind: SharedKind) =>
  batched(({ ctx, services }, producerIds) => services.registrySharing.shares(ctx, kind, producerIds))

/** Finds the share by which the caller has what an organization shares; undefined for its own. */
export const shareOf = { modules: shareOfKind('modules'), providers: shareOfKind('providers') }
