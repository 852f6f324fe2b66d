/** Features that this platform has and lacks; the same for every organization. */
export const entitlements = {
  agents: false,
  'audit-logging': true,
  'cost-estimation': false,
  'global-run-tasks': false,
  operations: false,
  'private-module-registry': true,
  'private-run-tasks': false,
  'run-tasks': false,
  sentinel: false,
  sso: false,
  'state-storage': true,
  teams: true,
  'vcs-integrations': false,
} as const
