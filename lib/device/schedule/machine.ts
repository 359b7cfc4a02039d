/** Implements `Machine` of `schedule.ts` for this machine. */
import { homedir } from 'node:os'
import type { Ended, Machine } from './schedule.ts'

const NO_COMMAND = 127

/** The maximum time of a command in milliseconds: a command that waits for a service may never end. */
const LIMIT = 60_000

export function thisMachine({ limit = LIMIT }: { limit?: number } = {}): Machine {
  return {
    platform: process.platform,
    home: homedir(),
    uid: process.getuid?.(),
    run: (command, words, input) => runCommand(command, words, { input, limit }),
  }
}

async function runCommand(
  command: string,
  words: readonly string[],
  { input = '', limit }: { input: string | undefined; limit: number },
): Promise<Ended> {
  // loaded here, because a sync starts no other program
  const { execFile } = await import('node:child_process')
  const options = { windowsHide: true, timeout: limit }
  return new Promise(resolve => {
    const child = execFile(command, [...words], options, (error, stdout, stderr) => {
      const status = error ? (typeof error.code === 'number' ? error.code : NO_COMMAND) : 0
      resolve({ status, stdout, stderr: stderr || (error?.message ?? '') })
    })
    // writing fails if the command does not start or closes its input
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
