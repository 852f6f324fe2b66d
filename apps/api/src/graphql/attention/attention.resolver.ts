import { Arg, Ctx, Extensions, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import * as types from './attention.types.js'
import {
  AuthenticationTokenConnection,
  type AuthenticationTokenType,
} from '../tokens/authentication-tokens.types.js'
import type { GraphqlContext } from '../context.js'
import { ViewerType } from '../accounts/viewer.types.js'
import {
  OrganizationMembershipConnection,
  toMembershipType,
  type OrganizationMembershipType,
} from '../teams/organization-memberships.types.js'
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
  @FieldResolver(() => AuthenticationTokenConnection, {
    description: "The viewer's own that stop working within 30 days, the soonest first.",
  })
  async expiringTokens(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<AuthenticationTokenType>> {
    return toConnection(await services.tokens.listEnding(ctx, toPage(page)))
  }

  @FieldResolver(() => OrganizationMembershipConnection, {
    description:
      'Invitations that the viewer may renew: their links end within 3 days or ended within the last 14, the soonest first.',
  })
  async endingInvitations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<OrganizationMembershipType>> {
    return toConnection(await services.memberships.listEndingInvitations(ctx, toPage(page)), toMembershipType)
  }

  @FieldResolver(() => types.FailedUploadConnection, {
    description: 'Of modules and providers where the viewer may upload anew, the newest first.',
  })
  async failedUploads(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.FailedUploadType>> {
    return toConnection(await services.attention.failedUploads(ctx, toPage(page)))
  }

  @FieldResolver(() => types.FailedVerificationConnection, {
    description:
      'Archives of engine versions whose last verification failed, the newest first; for site administrators.',
  })
  async failedVerifications(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.FailedVerificationType>> {
    return toConnection(await services.attention.failedVerifications(ctx, toPage(page)))
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

  @FieldResolver(() => types.FullOrganizationConnection, {
    description:
      'Those with at most a tenth of their workspace limit left, the fullest first; for site administrators.',
  })
  async fullOrganizations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.FullOrganizationType>> {
    return toConnection(await services.attention.fullOrganizations(ctx, toPage(page)))
  }

  @FieldResolver(() => types.FullDiskConnection, {
    description:
      'The disk of the files, while files are refused for the lack of space; for site administrators.',
  })
  async fullDisks(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.FullDiskType>> {
    return toConnection(await services.attention.fullDisks(ctx, toPage(page)))
  }

  @FieldResolver(() => types.OutdatedOrganizationConnection, {
    description:
      'Organizations that the viewer may look into, with workspaces on deprecated or disabled engine versions, the most first.',
  })
  async outdatedOrganizations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.OutdatedOrganizationType>> {
    return toConnection(await services.attention.outdatedOrganizations(ctx, toPage(page)))
  }

  @FieldResolver(() => types.UnallowedSsoTeamConnection, {
    description:
      'Teams with a group of single sign-on that is not allowed to their organization, by organization and name; for site administrators.',
  })
  async unallowedSsoTeams(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.UnallowedSsoTeamType>> {
    return toConnection(await services.attention.unallowedSsoTeams(ctx, toPage(page)))
  }

  @FieldResolver(() => types.PublicProviderAlarmConnection, {
    description:
      'Altered and unverified public providers, origins that did not answer for a day, and what organizations want; for site administrators.',
  })
  async publicProviderAlarms(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.PublicProviderAlarmType>> {
    return toConnection(await services.attention.publicProviderAlarms(ctx, toPage(page)))
  }

  @FieldResolver(() => types.ReleaseFeedAlarmConnection, {
    description:
      'As of the last comparison with the feed of versions, the newest version first; for site administrators.',
  })
  async feedAlarms(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.ReleaseFeedAlarmType>> {
    return toConnection(await services.releaseFeed.listAlarms(ctx, toPage(page)))
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
