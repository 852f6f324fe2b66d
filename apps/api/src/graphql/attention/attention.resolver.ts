import { Arg, Ctx, Extensions, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql'
import type {
  AttentionItem,
  AttentionKind,
  AttentionOrder,
  AttentionView,
} from '../../domain/attention/attention-item.js'
import * as types from './attention.types.js'
import type { GraphqlContext } from '../context.js'
import { ViewerType } from '../accounts/viewer.types.js'
import { withReason, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import {
  longest,
  RegistryModuleDownloadsOfDayType,
  requireDays,
} from '../registry-modules/module-downloads.resolver.js'

@Resolver(() => ViewerType)
export class ViewerAttentionResolver {
  @FieldResolver(() => types.AttentionType)
  attention(@Root() { actor }: ViewerType): types.AttentionType {
    return { actor }
  }
}

@Resolver(() => types.AttentionType)
export class AttentionResolver {
  @FieldResolver(() => types.AttentionItemConnection, {
    description: 'What the viewer can solve, by kind; the worst first, or what waits longest.',
  })
  async items(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('view', () => types.attentionViewEnum, { nullable: true }) view?: AttentionView | null,
    @Arg('kind', () => types.attentionKindEnum, { nullable: true }) kind?: AttentionKind | null,
    @Arg('organization', () => String, {
      nullable: true,
      description: 'The name of the one organization whose things are listed and counted.',
    })
    organization?: string | null,
    @Arg('orderBy', () => types.attentionOrderEnum, { nullable: true }) orderBy?: AttentionOrder | null,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.AttentionItemConnection> {
    const filter = {
      view: view ?? 'open',
      kind: kind ?? undefined,
      organization: organization || undefined,
    } as const
    const list = await services.attentionItems.list(ctx, filter, orderBy ?? 'worst', toPage(page))
    return { ...toConnection(list), counts: list.counts }
  }

  @Mutation(() => types.AttentionItemPayload, {
    description: 'Makes the viewer the one who works on it, for 30 days at most; all who see it see that.',
  })
  async attentionItemTake(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AttentionItemTakeInput) { id, reason }: types.AttentionItemTakeInput,
  ): Promise<types.AttentionItemPayload> {
    return itemOf(() => services.attentionItems.take(withReason(ctx, reason), id))
  }

  @Mutation(() => types.AttentionItemPayload, { description: 'No one works on it afterwards.' })
  async attentionItemRelease(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AttentionItemReleaseInput) { id, reason }: types.AttentionItemReleaseInput,
  ): Promise<types.AttentionItemPayload> {
    return itemOf(() => services.attentionItems.release(withReason(ctx, reason), id))
  }

  @Mutation(() => types.AttentionItemPayload, {
    description: 'Puts it off for the viewer alone: others go on seeing it.',
  })
  async attentionItemPostpone(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AttentionItemPostponeInput) { id, until }: types.AttentionItemPostponeInput,
  ): Promise<types.AttentionItemPayload> {
    return itemOf(() => services.attentionItems.postpone(ctx, id, until ?? null))
  }

  @Mutation(() => types.FailedUploadPutAwayPayload, {
    description:
      'Puts a failed version of a module or provider away for all, until it fails again; for those who may upload it.',
  })
  async failedUploadPutAway(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.FailedUploadPutAwayInput) { id, reason }: types.FailedUploadPutAwayInput,
  ): Promise<types.FailedUploadPutAwayPayload> {
    return withUserErrors(async () => {
      await services.attentionItems.putAway(withReason(ctx, reason), id)
      return { putAwayId: id }
    })
  }

  @FieldResolver(() => types.AttentionFiguresType, {
    description: "Over the viewer's organizations, or over all for site administrators.",
  })
  async figures(@Ctx() { ctx, services }: GraphqlContext): Promise<types.AttentionFiguresType> {
    return services.attention.figures(ctx)
  }

  @FieldResolver(() => types.UsedEngineVersionConnection, {
    description: 'Which engine versions the workspaces are on that the viewer may see, the most used first.',
  })
  async usedEngineVersions(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.UsedEngineVersionType>> {
    return toConnection(await services.attention.usedEngineVersions(ctx, toPage(page)))
  }

  @Extensions({ most: longest })
  @FieldResolver(() => [RegistryModuleDownloadsOfDayType], {
    description:
      "Day by day, today among them: of the modules of the viewer's organizations, or of all for who looks after all.",
  })
  async downloads(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: 30 }) days: number,
  ): Promise<readonly RegistryModuleDownloadsOfDayType[]> {
    requireDays(days)
    return services.attention.downloads(ctx, days)
  }
}

const itemOf = (work: () => Promise<AttentionItem>): Promise<types.AttentionItemPayload> =>
  withUserErrors(async () => ({ item: await work() }))
