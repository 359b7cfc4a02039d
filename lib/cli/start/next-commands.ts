/** The end of the screen of `npm start`: three things to try. */
import type { Output } from '../terminal/output.ts'

/** Says where the host is, and what to try in another terminal. */
export function showNextCommands(url: string, output: Output): void {
  output.line()
  output.line('try in another terminal:')
  output.table([
    ['  npx kura today', 'what needs a person, what is due, what ran'],
    ['  npx kura accounting list companies', 'the companies in the books'],
    ['  npx kura today --status', 'the status message of the company'],
  ])
  output.line()
  output.line(`serving on ${url}; stop it with Ctrl-C`)
}
