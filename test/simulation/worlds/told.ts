/** What an actor is told by the code that it runs. */
import { AppError } from '../../../lib/core/errors.ts'
import type { Simulation } from '../simulation.ts'

/** A refusal is an answer like any other. */
export async function told(simulation: Simulation, actor: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    simulation.tell(actor, `is told: ${error.message}`)
  }
}
