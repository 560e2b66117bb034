export type { Contents, Diagnostic } from './items.js';
export type { Project } from './project.js';
export { BadFolderSetting, type FolderSettings, folderSettings } from './settings.js';
