"use server";

import { exec } from "node:child_process";
import { db } from "./database";

export async function find(form: FormData) {
  // ruleid: typescript/next/action-of-request
  return db.query("SELECT * FROM users WHERE name = '" + form.get("name") + "'");
}

export async function remove(name: string) {
  const query = `DELETE FROM users WHERE name = '${name}'`;
  // ruleid: typescript/next/action-of-request
  return db.execute(query);
}

export async function ping(host: string) {
  // ruleid: typescript/next/action-of-request
  exec("ping -c 1 " + host);
}

export async function safe(name: string) {
  // ok: typescript/next/action-of-request
  return db.query("SELECT * FROM users WHERE name = $1", [name]);
}

export async function fixed() {
  const query = "SELECT * FROM users";
  // ok: typescript/next/action-of-request
  return db.execute(query);
}

export async function known(order: string) {
  if (!["name", "age"].includes(order)) return [];
  // ok: typescript/next/action-of-request
  return db.query("SELECT * FROM users ORDER BY " + order);
}
