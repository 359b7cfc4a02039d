import { AppError } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { Mode } from '../../../core/http/contract.ts'
import type { Scope } from '../../../core/signatures/keys.ts'
import {
  type RegistrarContract,
  type RegistrarReply,
  registrarContract,
} from '../../../services/registrar/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient } from '../../operator/client.ts'
import type { CallOptions } from '../../operator/options.ts'

/** The scopes that a command has under `--local`; the operator's key for the local host has them too. */
export const REGISTRAR_SCOPES: readonly Scope[] = [
  'registrar.read',
  'registrar.write',
  'registrar.buy',
  'approve',
]

export function registrarClient(
  options: CallOptions,
  context: CliContext,
): Promise<Client<RegistrarContract>> {
  return operatorClient(registrarContract, { ...options, scopes: REGISTRAR_SCOPES }, context)
}

type BuyReply<M extends Mode> = Extract<RegistrarReply<'buy'>, { mode: M }>

/** @throws AppError `remote_answer` if the host replied in the other mode */
export function inMode<M extends Mode>(mode: M, reply: RegistrarReply<'buy'>): BuyReply<M> {
  const isInMode = (given: RegistrarReply<'buy'>): given is BuyReply<M> => given.mode === mode
  if (isInMode(reply)) return reply
  throw new AppError(
    'remote_answer',
    `Cannot read the reply about "${reply.domain}": its mode is ${reply.mode}, expected ${mode}`,
  )
}
