/** Runs a program of the checkout on the Node that runs kura: `node bin/on-node.js FILE ARGUMENT…`. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chosenNode } from './bundled-node.js'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
const node = chosenNode(packages, process) ?? process.execPath
process.exitCode = spawnSync(node, process.argv.slice(2), { stdio: 'inherit' }).status ?? 1
