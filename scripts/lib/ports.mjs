import { createServer } from 'node:net'
import { Fault } from './fault.mjs'

const reasons = {
  EADDRINUSE: (port, host, variable) =>
    `Port ${port} on ${host} is in use by another program. Stop that one, or set ${variable} to a free port, ` +
    `for example: ${variable}=${port + 1} npm start`,
  EACCES: (port, host, variable) =>
    `Port ${port} may not be used by this user. Set ${variable} to one above 1023.`,
  EADDRNOTAVAIL: (port, host) => `This machine has no address ${host}: set HOST to one that it has.`,
  ENOTFOUND: (port, host) => `The host name ${host} is unknown: set HOST to an address of this machine.`,
}

/** Fails with a message that names the variable to change when the API or the console cannot listen at its port. */
export async function demandPorts({ host, apiPort, consolePort }) {
  await demandPort(host, apiPort, 'PORT')
  await demandPort(host, consolePort, 'CONSOLE_PORT')
}

function demandPort(host, port, variable) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => {
      const reason = reasons[error.code]
      reject(
        new Fault(
          reason
            ? reason(port, host, variable)
            : `Cannot listen at port ${port} of ${host}: ${error.message}`,
        ),
      )
    })
    server.listen({ host, port, exclusive: true }, () => server.close(resolve))
  })
}
