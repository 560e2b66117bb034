export type { Contents, Diagnostic } from './items.js';
export { NoProject } from './locate/locate.js';
export type { Project } from './project.js';
export { BadFolderSetting, type FolderSettings, folderSettings } from './settings.js';
export { type FolderOptions, FolderSource, openFolder } from './source.js';
