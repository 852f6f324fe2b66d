import type { Overload } from './http/overload.js'
import type { SharedLimits } from './http/shared-limits.js'
import { IntervalJob, type Job } from './jobs/interval-job.js'
import { minutes, seconds } from './kernel/clock.js'
import type { OperationContext } from './kernel/context.js'
import type { Services } from './services.js'

export interface Background {
  start(ctx: OperationContext): void
  /** Runs one job once, as in tests. */
  run(name: string, ctx: OperationContext): Promise<void>
  stop(ctx: OperationContext): Promise<void>
}

/** Lists the background jobs of each process; they start in this order and stop in the opposite one. */
function jobsOf(services: Services, sharedLimits: SharedLimits, overload: Overload): readonly Job[] {
  return [
    {
      name: 'refusals',
      every: seconds(1),
      run: (ctx) => services.refusals.write(ctx),
      stop: (ctx) => services.refusals.write(ctx, true),
    },
    {
      name: 'state-reads',
      every: seconds(5),
      run: (ctx) => services.stateReads.write(ctx),
      stop: (ctx) => services.stateReads.write(ctx, true),
    },
    {
      // Each download that is counted sets the time when it is written.
      name: 'downloads',
      every: undefined,
      run: (ctx) => services.moduleDownloads.start(ctx),
      stop: (ctx) => services.moduleDownloads.stop(ctx),
    },
    {
      // Each download that is counted sets the time when it is written.
      name: 'provider-downloads',
      every: undefined,
      run: async () => {},
      stop: (ctx) => services.providerDownloads.stop(ctx),
    },
    {
      // Each publication begins the reading of its readme.
      name: 'readmes',
      every: undefined,
      run: () => services.moduleReadmes.settled(),
      stop: () => services.moduleReadmes.stop(),
    },
    {
      // Each request that is counted sets the time when it is written.
      name: 'engine-sightings',
      every: undefined,
      run: async () => {},
      stop: (ctx) => services.engineSightings.stop(ctx),
    },
    {
      name: 'due-dates',
      every: seconds(1),
      actor: { type: 'system', name: 'the schedule' },
      run: (ctx, signal) => services.dueDates.run(ctx, signal),
    },
    {
      // Costs nothing until a version has changed.
      name: 'version-words',
      every: seconds(0.5),
      actor: { type: 'system', name: 'the schedule' },
      run: (ctx, signal) => services.versionWords.follow(ctx, signal),
    },
    {
      name: 'maintenance',
      every: minutes(15),
      actor: { type: 'system', name: 'the maintenance' },
      run: (ctx, signal) => services.maintenance.run(ctx, signal),
    },
    {
      name: 'storage-reserve',
      every: seconds(5),
      actor: { type: 'system', name: 'the storage' },
      run: (ctx) => services.storageReserve.watch(ctx),
    },
    {
      name: 'provider-watch',
      every: minutes(1),
      actor: { type: 'system', name: 'the watch of providers' },
      run: (ctx, signal) => services.providerWatch.run(ctx, signal),
    },
    {
      // Each download and each refusal that is counted sets the time when it is written.
      name: 'public-provider-uses',
      every: undefined,
      run: async () => {},
      stop: (ctx) => services.publicProviderUses.stop(ctx),
    },
    {
      name: 'process-keys',
      every: seconds(10),
      run: (ctx) => services.processKeys.announce(ctx),
      stop: (ctx) => services.processKeys.leave(ctx),
    },
    {
      name: 'verification',
      every: seconds(3),
      run: async (ctx, signal) => services.verificationJobs.begin(ctx, signal),
      stop: () => services.verificationJobs.settled(),
    },
    {
      name: 'webhooks',
      every: seconds(1),
      actor: { type: 'system', name: 'the webhooks' },
      run: (ctx, signal) => services.webhookSender.begin(ctx, signal),
      stop: () => services.webhookSender.settled(),
    },
    {
      name: 'inboxes',
      every: seconds(1),
      actor: { type: 'system', name: 'the inboxes' },
      run: (ctx, signal) => services.inboxDispatcher.dispatch(ctx, signal),
    },
    {
      name: 'module-upgrades',
      every: seconds(1),
      actor: { type: 'system', name: 'the schedule' },
      run: (ctx, signal) => services.upgradeDispatcher.dispatch(ctx, signal),
    },
    {
      name: 'module-distances',
      every: seconds(1),
      actor: { type: 'system', name: 'the schedule' },
      run: (ctx, signal) => services.moduleDistances.count(ctx, signal),
    },
    {
      // Each target has the actor who started its act.
      name: 'bulk-acts',
      every: seconds(0.5),
      actor: { type: 'system', name: 'the acts on many' },
      run: (ctx, signal) => services.bulkActsJob.work(ctx, signal),
    },
    {
      name: 'mail',
      every: seconds(10),
      run: async (ctx) => services.mailQueue.sendDue(ctx),
    },
    { name: 'limits', every: seconds(1), run: (ctx) => sharedLimits.reconcile(ctx) },
    { name: 'overload', every: seconds(0.5), run: async () => overload.look() },
  ]
}

export function createBackground(
  services: Services,
  sharedLimits: SharedLimits,
  overload: Overload,
): Background {
  const jobs = jobsOf(services, sharedLimits, overload).map((job) => new IntervalJob(job))
  return {
    start: (ctx) => jobs.forEach((job) => job.start(ctx)),
    run: async (name, ctx) => jobs.find((job) => job.name === name)?.run(ctx),
    async stop(ctx) {
      for (const job of jobs.toReversed()) await job.stop(ctx)
    },
  }
}
