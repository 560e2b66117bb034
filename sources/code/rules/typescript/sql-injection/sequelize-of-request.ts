import type { Request, Response } from "express";
import { Sequelize } from "sequelize";

const sequelize = new Sequelize("sqlite::memory:");

export async function find(req: Request, res: Response) {
  // ruleid: typescript/sql-injection/sequelize-of-request
  await sequelize.query("SELECT * FROM users WHERE name = '" + req.query.name + "'");
  const query = `DELETE FROM users WHERE name = '${req.body.name}'`;
  // ruleid: typescript/sql-injection/sequelize-of-request
  await sequelize.query(query);
  // ruleid: typescript/sql-injection/sequelize-of-request
  Sequelize.literal(`${req.params.order} DESC`);

  // ok: typescript/sql-injection/sequelize-of-request
  await sequelize.query("SELECT * FROM users WHERE name = :name", { replacements: { name: req.query.name } });
  const fixed = "SELECT * FROM users";
  // ok: typescript/sql-injection/sequelize-of-request
  await sequelize.query(fixed);
  const limit = Number(req.query.limit);
  // ok: typescript/sql-injection/sequelize-of-request
  await sequelize.query(`SELECT * FROM users LIMIT ${limit}`);
  res.end();
}
