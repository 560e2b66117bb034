import { Body, Controller, Get, Param, Post, Query, Res } from "@nestjs/common";
import type { Response } from "express";
import * as fs from "fs";
import * as path from "path";

@Controller("things")
export class ThingsController {
  private trimmed(text: string): string {
    return text.trim();
  }

  @Get("show")
  async show(@Query("name") name: string, @Res() res: Response) {
    // ruleid: typescript/path-traversal/parameter-as-path
    fs.readFileSync("/srv/files/" + name);
  }

  @Post("find")
  async find(@Body("name") name: string, @Res() res: Response) {
    const value = name.trim();
    // ruleid: typescript/path-traversal/parameter-as-path
    fs.createReadStream(path.join("/srv/files", value));
  }

  @Get("listing")
  async listing(@Param("name") name: string, @Res() res: Response) {
    const value = this.trimmed(name);
    // ruleid: typescript/path-traversal/parameter-as-path
    res.download(`/srv/files/${value}`);
  }

  @Get("update")
  async update(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/path-traversal/parameter-as-path
    fs.readFileSync("/srv/files/" + "reports");
  }

  @Post("remove")
  async remove(@Body("name") name: string, @Res() res: Response) {
    const value = "reports";
    // ok: typescript/path-traversal/parameter-as-path
    fs.createReadStream(path.join("/srv/files", value));
  }

  @Get("check")
  async check(@Query("name") name: string, @Res() res: Response) {
    const value = path.basename(name);
    // ok: typescript/path-traversal/parameter-as-path
    fs.readFileSync("/srv/files/" + value);
  }

  @Get("load")
  async load(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/path-traversal/parameter-as-path
    res.sendFile(name, { root: "/srv/files" });
  }

  @Get("save")
  async save(@Query("name") name: string, @Res() res: Response) {
    if (["a.txt", "b.txt"].includes(name)) {
      fs.readFileSync("/srv/files/" + name);
    // ok: typescript/path-traversal/parameter-as-path
    }
  }
}
