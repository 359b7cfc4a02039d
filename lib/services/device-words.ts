/**
 * Loads the messages of the failures that a device reports in English. A function that shows reports of devices imports
 * this file; the others stay small.
 */
import '../core/release/words.ts'
import '../device/disk/words.ts'
import '../device/fetch/words.ts'
import '../device/index/words.ts'
import '../device/install/words.ts'
import '../device/trust/words.ts'
