// Preloaded into each process that a starter brings up: when the starter is gone, even killed outright, its channel
// closes and the process stops as if it had been asked to. So no orphan keeps a port or the database. What such a
// process forks in its turn inherits the preload, but has another parent, whose channel is none of our business.
if (process.channel && process.env['STARTER_PID'] === String(process.ppid)) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
