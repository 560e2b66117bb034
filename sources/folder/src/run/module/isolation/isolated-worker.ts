// Loaded first in threads that a module starts: isolates them from the streams of the process.
import { isolateWithin } from './isolation.js';

isolateWithin(text => process.stderr.write(text));
