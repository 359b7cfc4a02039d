/** Reads standard input, for commands that accept `-` or no file name. */
import { addAbortSignal, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { CliContext } from '../context.ts'

/**
 * Reads the whole input as text.
 * @throws the reason of the signal if Ctrl-C stops the reading
 */
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
