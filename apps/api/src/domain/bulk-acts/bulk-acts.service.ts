import { isDeepStrictEqual } from 'node:util'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { conflict, faults, found, invalid } from '../../kernel/errors.js'
import { isSignInFresh, requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import { isId, newId } from '../../kernel/ids.js'
import { mostItems } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows, requirePermission, requirePerson } from '../../kernel/permissions.js'
import { slicesOf } from '../../kernel/slices.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import {
  mostFrequent,
  mostNamed,
  mostTargets,
  mostUnfinished,
  noTargets,
  notYours,
  othersMatch,
  tooManyTargets,
  tooManyUnfinished,
  type ActedTarget,
  type ActRules,
  type Affected,
  type BulkAct,
  type BulkActKind,
  type BulkActOutcome,
  type Foreseen,
  type ForeseenAffected,
  type FoundTarget,
  type OutcomeCounts,
  type Selection,
  type Target,
  type TakenAct,
  type Value,
} from './bulk-act.js'
import type { BulkActsStore } from './bulk-acts.store.js'

/** An act that is asked for, unchecked. */
export interface BulkActRequest {
  readonly kind: BulkActKind
  readonly settings: Value
  readonly selection: Selection
}

/** Time for which an ended act can be looked up and undone. */
const keptFor = days(30)

/** Number of things that are found, or written, in one statement. */
const step = 500

/** Number of acts that one statement prunes: each takes its targets with it. */
const pruned = 20

/** The form of the ids of all sorts of things. */
const anyId = /^[a-z]{1,16}-[A-Za-z0-9]{1,32}$/

/**
 * Acts on many things: a person starts one, a job does it thing after thing (`BulkActsJob`). The things are fixed at the
 * start. Each is changed by the operation that changes it alone, as the person who started the act.
 */
export class BulkActsService implements MaintenanceTask {
  readonly name = 'bulk-acts'
  readonly every = days(1)

  constructor(
    private readonly store: BulkActsStore,
    private readonly rules: Readonly<Record<BulkActKind, ActRules>>,
    private readonly transactions: Transactions,
  ) {}

  /** Lists acts, the newest first: all for site administrators, for others their own. */
  async list(
    ctx: OperationContext,
    filter: { readonly isFinished?: boolean | undefined },
    page: Page,
  ): Promise<Paged<BulkAct>> {
    const person = requirePerson(ctx, 'account:read')
    const userId = allows(ctx.actor, 'site-organizations:read') ? undefined : person.id
    return this.store.list(ctx, { ...filter, userId }, page)
  }

  async find(ctx: OperationContext, id: string): Promise<BulkAct> {
    const person = requirePerson(ctx, 'account:read')
    const act = found(isId('act', id) ? await this.store.find(ctx, id) : undefined)
    if (act.userId !== person.id) requirePermission(ctx, 'site-organizations:read')
    return act
  }

  /** Counts what became of the targets of acts that were found before, by act. */
  async countOutcomes(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, OutcomeCounts>> {
    return this.store.countOutcomes(ctx, ids)
  }

  /** Lists the targets of an act that was found before, by name. */
  async listTargets(
    ctx: OperationContext,
    { id }: Pick<BulkAct, 'id'>,
    outcome: BulkActOutcome | undefined,
    page: Page,
  ): Promise<Paged<ActedTarget>> {
    return this.store.listTargets(ctx, id, outcome, page)
  }

  /** Foresees what an act would do, by the rules of the act itself; changes nothing. */
  async preview(
    ctx: OperationContext,
    { kind, settings: raw, selection }: BulkActRequest,
  ): Promise<Foreseen> {
    const rules = this.rules[kind]
    requirePerson(ctx, rules.permission)
    const settings = rules.parse(raw)
    const parts = new Parts()
    let total = 0
    for await (const targets of this.targetsOf(ctx, rules, selection)) {
      total += targets.length
      const present = await this.present(ctx, rules, targets, settings)
      for (const { id, name } of targets) {
        const target = present.get(id)
        if (!target) parts.refuse(name, notYours)
        else foresee(rules, settings, target, parts)
      }
    }
    return { total, ...parts.result() }
  }

  /** Starts an act. Throws `conflict` where not as many things match as the caller has seen. */
  async start(
    ctx: OperationContext,
    { kind, settings: raw, selection }: BulkActRequest,
    expectedTotal?: number,
  ): Promise<BulkAct> {
    const rules = this.rules[kind]
    requirePerson(ctx, rules.permission)
    const settings = rules.parse(raw)
    return this.create(ctx, kind, settings, async (tx, id) => {
      let total = 0
      for await (const targets of this.targetsOf(tx, rules, selection)) {
        const present = selection.ids && (await this.present(tx, rules, targets, settings))
        const named = present
          ? targets.map((each) => ({ ...each, ...nameOf(present.get(each.id)) }))
          : targets
        await this.store.addTargets(tx, id, total, named)
        total += targets.length
      }
      if (expectedTotal !== undefined && total !== expectedTotal) throw othersMatch(total)
      return total
    })
  }

  /** Starts the act that gives everything that an ended one changed its former value; what has changed since is refused. */
  async undo(ctx: OperationContext, id: string): Promise<BulkAct> {
    const { kind, settings } = await this.find(ctx, id)
    return this.create(ctx, kind, settings, (tx, newId) => this.store.addChanged(tx, newId, id), id)
  }

  /** Starts the same act again for what an ended one was refused. */
  async retry(ctx: OperationContext, id: string): Promise<BulkAct> {
    const { kind, settings, finishedAt } = await this.find(ctx, id)
    if (finishedAt === null) throw notOver()
    return this.create(ctx, kind, settings, (tx, newId) => this.store.addRefused(tx, newId, id))
  }

  /** Stops an act: what waits stays as it is. One that has ended stays so. */
  async cancel(ctx: OperationContext, id: string): Promise<BulkAct> {
    const { kind } = await this.find(ctx, id)
    requirePerson(ctx, this.rules[kind].permission)
    return this.transactions.run(ctx, async (tx) => {
      const act = found(await this.store.findLocked(tx, id))
      if (act.finishedAt !== null) return act
      await this.store.cancel(tx, id)
      return found(await this.store.find(tx, id))
    })
  }

  /** Deletes the acts that ended a month ago. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    const before = later(ctx.clock.now(), -keptFor)
    while ((await this.store.prune(ctx, before, pruned)) === pruned && (await shouldContinue()));
  }

  private async create(
    ctx: OperationContext,
    kind: BulkActKind,
    settings: Value,
    addTargets: (tx: OperationContext, id: string) => Promise<number>,
    undoesId?: string,
  ): Promise<BulkAct> {
    const rules = this.rules[kind]
    requirePerson(ctx, rules.permission)
    if (rules.needsFreshSignIn) requireFreshSignIn(ctx)
    const id = newId('act')
    return this.transactions.run(ctx, async (tx) => {
      if ((await this.store.countUnfinished(tx, requirePerson(tx, rules.permission).id)) >= mostUnfinished)
        throw tooManyUnfinished()
      if (undoesId !== undefined) await this.lockUndoable(tx, undoesId)
      await this.store.create(tx, { ...startedBy(tx, rules), ...{ id, kind, settings, undoesId } })
      if ((await addTargets(tx, id)) === 0) throw noTargets()
      return found(await this.store.find(tx, id))
    })
  }

  private async lockUndoable(tx: OperationContext, id: string): Promise<void> {
    const { finishedAt, undoneById } = found(await this.store.findLocked(tx, id))
    if (finishedAt === null) throw notOver()
    if (undoneById !== null) throw conflict('It was undone before')
  }

  /** Finds those of these things that the caller may change, by id. */
  private async present(
    ctx: OperationContext,
    rules: ActRules,
    targets: readonly Target[],
    settings: Value,
  ): Promise<ReadonlyMap<string, FoundTarget>> {
    const ids = targets.map(({ id }) => id)
    return new Map((await rules.find(ctx, ids, settings)).map((each) => [each.id, each]))
  }

  /** Yields the things that are selected, slice after slice; those that are given by id have it as their name. */
  private async *targetsOf(
    ctx: OperationContext,
    rules: ActRules,
    { ids, filter }: Selection,
  ): AsyncGenerator<readonly Target[]> {
    if (ids) {
      if (ids.length > mostItems) throw invalid(faults.tooManyItems(mostItems, 'ids'))
      if (!ids.every((id) => anyId.test(id))) throw invalid(faults.invalid('ids'))
      for await (const slice of slicesOf([...new Set(ids)], step)) yield slice.map((id) => ({ id, name: id }))
      return
    }
    if (!filter) throw noTargets()
    let total = 0
    for (let number = 1, behind = ''; ; number++) {
      const { targets, isLast } = await rules.matching(ctx, filter, { behind, number, size: step })
      total += targets.length
      if (total > mostTargets) throw tooManyTargets()
      if (targets.length > 0) yield targets
      if (isLast) return
      behind = targets.at(-1)?.id ?? behind
    }
  }
}

/** Makes what an act stores of who starts it. */
function startedBy(
  tx: OperationContext,
  { permission }: ActRules,
): Omit<TakenAct, 'id' | 'kind' | 'settings'> {
  const { id: userId, name: userName, isSiteAdmin, credential } = requirePerson(tx, permission)
  return {
    ...{ userId, userName, credential },
    asAdministrator: isSiteAdmin,
    isSignInFresh: isSignInFresh(tx),
    address: tx.address ?? null,
    reason: tx.reason ?? null,
  }
}

const nameOf = (target: FoundTarget | undefined) => target && { name: target.name }

const notOver = () => conflict('It is not over yet. Stop it first')

/** Adds what would become of a thing to the parts, by the same rules as the job. */
function foresee(
  rules: ActRules,
  settings: Value,
  { name, value, obstacle }: FoundTarget,
  parts: Parts,
): void {
  const after = rules.changed(value, settings)
  if (isDeepStrictEqual(after, value)) return parts.keep(name)
  if (obstacle !== undefined) return parts.refuse(name, obstacle)
  parts.change(name)
  if (rules.affected) parts.affect(rules.affected(value, after))
}

/** Counts what would become of things, with the first names of each part. */
class Parts {
  private readonly changing = emptyPart()
  private readonly unchanged = emptyPart()
  private gains: Set<string> | 'all' | null = null
  private loses: Set<string> | 'all' | null = null
  private readonly refused = new Map<string, ReturnType<typeof emptyPart>>()

  change(name: string): void {
    add(this.changing, name)
  }

  keep(name: string): void {
    add(this.unchanged, name)
  }

  refuse(name: string, reason: string): void {
    const part = this.refused.get(reason) ?? emptyPart()
    add(part, name)
    this.refused.set(reason, part)
  }

  affect({ gains, loses }: { readonly gains: Affected; readonly loses: Affected }): void {
    this.gains = together(this.gains, gains)
    this.loses = together(this.loses, loses)
  }

  result(): Omit<Foreseen, 'total'> {
    const refused = [...this.refused].map(([reason, part]) => ({ reason, ...part }))
    const { changing, unchanged, gains, loses } = this
    return {
      ...{ changing, unchanged },
      refused: mostFrequent(refused),
      gains: gains && affectedPart(gains),
      loses: loses && affectedPart(loses),
    }
  }
}

function together(known: Set<string> | 'all' | null, more: Affected): Set<string> | 'all' {
  if (known === 'all' || more === 'all') return 'all'
  const all = known ?? new Set<string>()
  for (const name of more) all.add(name)
  return all
}

function affectedPart(affected: ReadonlySet<string> | 'all'): ForeseenAffected {
  if (affected === 'all') return { isAll: true, count: 0, names: [] }
  return { isAll: false, count: affected.size, names: [...affected].sort().slice(0, mostNamed) }
}

const emptyPart = (): { count: number; names: string[] } => ({ count: 0, names: [] })

/** Counts one more, and keeps the first names in their order. */
function add(part: { count: number; names: string[] }, name: string): void {
  part.count++
  if (part.names.length === mostNamed && name > (part.names.at(-1) ?? '')) return
  part.names = [...part.names, name].sort().slice(0, mostNamed)
}
