/**
 * Purposes of sealing what is stored, each with a separate key that is derived for it. A purpose never gets
 * another name.
 */
export const sealedFor = {
  twoFactor: 'two-factor secrets',
  webhooks: 'webhook secrets',
  stateFiles: 'states',
  stateOutputs: 'outputs of states',
  stateResources: 'resources of states',
  canary: 'the canary of the key',
} as const
