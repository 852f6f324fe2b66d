import type { Module } from '../domain/modules/module.js'
import type { Keeping } from '../http/kept-answers.js'
import { topics } from '../kernel/changes.js'
import { seconds } from '../kernel/clock.js'

/**
 * Downloads are counted without a note, taken over into what is shown after half a minute, and may be a minute old
 * there (contract §7): of that minute these answers take a third.
 */
const lifetime = seconds(20)

/** What is told of a module to whoever may use it. */
export const keptWith = ({ organizationId }: Pick<Module, 'organizationId'>): Keeping => ({
  hangsOn: [topics.access, topics.modulesOf(organizationId)],
})

export const keptWithDownloads = (module: Pick<Module, 'organizationId'>): Keeping => ({
  ...keptWith(module),
  lifetime,
})

/** Modules of any organization. */
export const keptAsList: Keeping = { hangsOn: [topics.access, topics.modules], lifetime }

export const keptWithProviders = (organizationId: string): Keeping => ({
  hangsOn: [topics.access, topics.providersOf(organizationId)],
})
