/** Runs one act in a real process, which a SIGKILL ends at the outside call that the test names. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ChatSettings } from '../../../lib/core/config/chat.ts'
import type { RegistrarSettings } from '../../../lib/core/config/registrar.ts'
import type { DealRequest } from '../../../lib/services/accounting/deals/schema.ts'
import type { DeliveryRequest } from '../../../lib/services/chat/delivery/stored-delivery.ts'
import type { Mishap } from './mortal-process.ts'

/** What the process does; it reaches the sandbox at the address in the settings. */
export type Act =
  | { readonly do: 'register'; readonly baseUrl: string; readonly token: string; readonly deal: DealRequest }
  | {
      readonly do: 'buy'
      readonly settings: RegistrarSettings
      readonly domain: string
      readonly contact: Readonly<Record<string, string>>
    }
  | { readonly do: 'deliver'; readonly settings: ChatSettings; readonly order: DeliveryRequest }

export interface Given {
  readonly act: Act
  /** The store's file. */
  readonly file: string
  /** Undefined for a process that is not killed. */
  readonly mishap?: Pick<Mishap, 'at' | 'when'> | undefined
}

interface Ended {
  /** `SIGKILL` if the process was killed, else null. */
  readonly signal: NodeJS.Signals | null
  /** The outcome that it printed, or nothing. */
  readonly said: string
  /** The lines of its log. */
  readonly lines: readonly Record<string, unknown>[]
}

const PROGRAM = join(import.meta.dirname, 'act-and-die.ts')

export async function actAndDie(given: Given): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(given)])
  const [said, log, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ])
  const lines = log.split('\n').filter(line => line.startsWith('{'))
  return { signal, said, lines: lines.map(line => JSON.parse(line)) }
}
