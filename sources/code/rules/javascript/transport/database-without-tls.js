const { Sequelize } = require("sequelize");

// ruleid: javascript/transport/database-without-tls
const one = new Sequelize({ host: "db.example.org", dialect: "postgres" });
// ruleid: javascript/transport/database-without-tls
const two = new Sequelize("app", "user", process.env.PASSWORD, { host: "db", dialect: "mysql" });
// ruleid: javascript/transport/database-without-tls
module.exports = { production: { host: "db", dialect: "mariadb" } };

const ssl = { require: true };
// ok: javascript/transport/database-without-tls
const three = new Sequelize({ dialect: "postgres", dialectOptions: { ssl } });
// ok: javascript/transport/database-without-tls
const four = new Sequelize({ dialect: "sqlite" });
// ok: javascript/transport/database-without-tls
const five = new Sequelize({ host: "localhost", dialect: "postgres" });
module.exports.all = [one, two, three, four, five];
