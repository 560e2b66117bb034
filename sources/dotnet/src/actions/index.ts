import type { ToolTable } from '../table/table.js';
import { devCerts } from './dev-certs.js';
import { ef } from './ef.js';
import { packages } from './package.js';
import { project } from './project.js';
import { sdk } from './sdk.js';
import { solution } from './solution.js';
import { tools as dotnetTools } from './tool.js';
import { capabilities, help, info, metrics } from './utility.js';
import { workload } from './workload.js';

/** All tools of the source, in the order they are listed. */
export const tools: readonly ToolTable[] = [
  project,
  packages,
  solution,
  ef,
  workload,
  dotnetTools,
  sdk,
  devCerts,
  help,
  capabilities,
  info,
  metrics,
];
