// Preloaded into each process that a start brings up: when the starter is gone, even killed outright, its channel
// closes and the process stops as if it had been asked to. So no orphan keeps a port or the database.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
