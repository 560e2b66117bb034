/** Where the parts of a project are. All paths are absolute; `root` is canonical. */
export interface Project {
  readonly root: string;
  /** A bare folder has no layout: each executable file directly inside is a tool. */
  readonly isBare: boolean;
  readonly tools: string;
  readonly resources: string;
  readonly prompts: string;
  readonly completions: string;
  readonly server: string;
  readonly providers: string;
  readonly registry: string;
}
