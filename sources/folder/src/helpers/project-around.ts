import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInside } from '../files/safety.js';
import { locateProject, NoProject } from '../locate/locate.js';
import type { Project } from '../project/project.js';

/** The nearest project whose tools folder contains a file; else the bare folder that contains it. */
export function projectAround(file: string): Project {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const project = projectAt(folder);
    if (project && !project.isBare && isInside(file, project.tools)) return project;
  }
  const own = projectAt(statSync(file).isDirectory() ? file : dirname(file));
  if (own) return own;
  throw new NoProject(`${file} lies in no project: a tool is a file in a folder of its own below tools/`);
}

function projectAt(folder: string): Project | undefined {
  try {
    return locateProject(folder, {});
  } catch (error) {
    if (error instanceof NoProject) return undefined;
    throw error;
  }
}
