/** Runs the work of an actor, and records the error that the actor gets. */
import { AppError } from '../../../lib/core/errors.ts'
import type { Simulation } from '../simulation.ts'

/**
 * Waits for the work. An AppError becomes a part of the actor's story, because a refusal is an answer like any other.
 * @throws any other error
 */
export async function told(simulation: Simulation, actor: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    simulation.tell(actor, `is told: ${error.message}`)
  }
}
