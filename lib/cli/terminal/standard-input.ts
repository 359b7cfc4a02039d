/** Standard input for the commands that take `-` or nothing for a file. */
import { addAbortSignal, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { CliContext } from '../context.ts'

/** All of it as text. @throws the signal's reason where a person stops it before its end */
export async function readStandardInput(
  { signal }: Pick<CliContext, 'signal'>,
  input: Readable = process.stdin,
): Promise<string> {
  try {
    return await text(addAbortSignal(signal, input))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
