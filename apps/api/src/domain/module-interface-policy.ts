/** What becomes of a version of a module that breaks its callers by more than its number says (contract §17). */
export const moduleInterfacePolicies = ['observe', 'warn', 'refuse'] as const

export type ModuleInterfacePolicy = (typeof moduleInterfacePolicies)[number]
