#!/usr/bin/env node
/**
 * Starts `kura` on the machine's own Node if it is new enough (24, 22.19, or 22.12 to sign), otherwise on the Node 24 that
 * `npm ci` puts beside kura. Plain JavaScript, for an older Node cannot read TypeScript.
 */
import { spawn } from 'node:child_process'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chosenNode, NEEDED, onlySigns } from './bundled-node.js'

const EXIT_FAILED = 1

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

const node = chosenNode(packages, process, { signs: onlySigns(process.argv.slice(2)) })
if (node?.[0] === process.execPath && process.features.typescript) await runHere()
else if (node) runOn(node)
else fail(`expected Node ${NEEDED}`)

/** Ends with the reason why kura does not run, and what to do. */
function fail(reason) {
  process.stderr.write(
    `kura: Cannot run on Node ${process.versions.node}: ${reason}
  hint: install Node ${NEEDED} from https://nodejs.org; on Linux and 64-bit Windows, npm ci in the folder of kura brings it, without --omit=optional
`,
  )
  process.exitCode = EXIT_FAILED
}

/** Keeps compiled code, so that a later run starts faster; beside the packages, for only their owner may change it. */
function runHere() {
  module.enableCompileCache(join(packages, '.cache', 'kura'))
  hideExperiments()
  return import('../lib/cli/main.ts')
}

/** Node 22, and 24 before 24.3, call what later ones have unchanged an experiment; other warnings are shown. */
function hideExperiments() {
  process.removeAllListeners('warning')
  process.on('warning', warning => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.stack}\n`)
  })
}

/** Runs this file again on another Node, or with options, with the same terminal, signals and exit status. */
function runOn([program, ...options]) {
  const child = spawn(program, [...options, ...process.argv.slice(1)], { stdio: 'inherit' })
  child.once('error', error => fail(`Node ${NEEDED} does not start (${error.message})`))
  // The terminal sends Ctrl-C to both processes; the child decides what it means.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (status, signal) => {
    process.exitCode = status ?? 1
    if (signal) {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    }
  })
}
