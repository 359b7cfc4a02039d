/**
 * Loads the messages of devices. A device reports a failure as an English text, which `readProblem` recognizes only if
 * its message is loaded. Only functions that show reports of devices import this file, so the others stay small.
 */
import '../core/release/words.ts'
import '../device/disk/words.ts'
import '../device/fetch/words.ts'
import '../device/index/words.ts'
import '../device/install/words.ts'
import '../device/trust/words.ts'
