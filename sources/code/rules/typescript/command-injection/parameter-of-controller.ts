import { Body, Controller, Get, Param, Post, Query, Res } from "@nestjs/common";
import type { Response } from "express";
import { exec, execFile, spawn } from "child_process";

@Controller("things")
export class ThingsController {
  private trimmed(text: string): string {
    return text.trim();
  }

  @Get("show")
  async show(@Query("name") name: string, @Res() res: Response) {
    // ruleid: typescript/command-injection/parameter-of-controller
    exec("ping -c 1 " + name);
  }

  @Post("find")
  async find(@Body("name") name: string, @Res() res: Response) {
    const value = name.trim();
    // ruleid: typescript/command-injection/parameter-of-controller
    exec(`traceroute ${value}`);
  }

  @Get("listing")
  async listing(@Param("name") name: string, @Res() res: Response) {
    const value = this.trimmed(name);
    // ruleid: typescript/command-injection/parameter-of-controller
    spawn(value, ["--version"]);
  }

  @Get("update")
  async update(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/command-injection/parameter-of-controller
    exec("ping -c 1 " + "reports");
  }

  @Post("remove")
  async remove(@Body("name") name: string, @Res() res: Response) {
    const value = "reports";
    // ok: typescript/command-injection/parameter-of-controller
    exec(`traceroute ${value}`);
  }

  @Get("check")
  async check(@Query("name") name: string, @Res() res: Response) {
    const value = String(Number(name));
    // ok: typescript/command-injection/parameter-of-controller
    exec("ping -c 1 " + value);
  }

  @Get("load")
  async load(@Query("name") name: string, @Res() res: Response) {
    // ok: typescript/command-injection/parameter-of-controller
    execFile("ping", ["-c", "1", name]);
  }

  @Get("save")
  async save(@Query("name") name: string, @Res() res: Response) {
    if (["alpha", "beta"].includes(name)) {
      exec("ping -c 1 " + name);
    // ok: typescript/command-injection/parameter-of-controller
    }
  }
}
