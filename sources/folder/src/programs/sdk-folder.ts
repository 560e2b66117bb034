import { fileURLToPath } from 'node:url';

/** Where the files for authors lie that are no modules: what shell tools load, and what runs their hooks. */
export const sdkFolder = fileURLToPath(new URL('../../sdk', import.meta.url));
