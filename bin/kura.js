#!/usr/bin/env node
/**
 * Starts `kura` on Node 24: on the Node that runs this file if it is new enough, otherwise on the one that `npm ci` puts
 * beside kura. Plain JavaScript, for an older Node cannot read TypeScript.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NEEDED = 24
const EXIT_FAILED = 1

const bundled = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))

if (Number.parseInt(process.versions.node, 10) >= NEEDED) await runHere()
else if (existsSync(bundled)) runOn(bundled)
else {
  process.stderr.write(
    `kura: Cannot run on Node ${process.versions.node}: expected Node ${NEEDED}
  hint: run npm ci in the folder of kura, which brings it, or install it from https://nodejs.org
`,
  )
  process.exitCode = EXIT_FAILED
}

/** Keeps compiled code, so that a later run starts faster; beside the packages, for only their owner may change it. */
function runHere() {
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/kura', import.meta.url)))
  return import('../lib/cli/main.ts')
}

/** Runs this file again on another Node, with the same terminal, signals and exit status. */
function runOn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
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
