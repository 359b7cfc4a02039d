/** Standard input, for commands that accept `-` or nothing as a file. */
import { addAbortSignal, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { CliContext } from '../context.ts'

/** The whole input as text. @throws the signal's reason if Ctrl-C stops it before its end */
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
