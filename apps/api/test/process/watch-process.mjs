// Watches a process from a process of its own, so that what the test itself does delays no measurement.
import { Agent, get } from 'node:http'
import { readFileSync } from 'node:fs'

const [url, pid] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const latencies = []
let peak = 0

function memory() {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  peak = Math.max(peak, pages * 4096)
}

function ask() {
  const begin = performance.now()
  get(`${url}/livez`, { agent }, (answer) => {
    answer.resume().on('end', () => latencies.push(performance.now() - begin))
  }).on('error', () => latencies.push(Infinity))
}

const timers = [setInterval(memory, 20), setInterval(ask, 20)]
process.on('message', () => {
  timers.forEach(clearInterval)
  process.send({ latencies, peak })
  process.disconnect()
})
