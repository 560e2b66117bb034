// Loaded before anything else into threads that a module starts: they too are kept from the streams of the process.
import { isolateWithin } from './isolation.js';

isolateWithin(text => process.stderr.write(text));
