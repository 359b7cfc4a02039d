/** Runs a program of the checkout that builds, on the Node that signs: `node bin/on-node.js FILE ARGUMENT…`. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chosenNode } from './bundled-node.js'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
const [node, ...options] = chosenNode(packages, process, { signs: true }) ?? [process.execPath]
process.exitCode = spawnSync(node, [...options, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1
