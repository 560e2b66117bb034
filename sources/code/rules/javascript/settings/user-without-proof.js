function boot(user, hash) {
  // ruleid: javascript/settings/user-without-proof
  window.intercomSettings = { app_id: "x", user_id: user.id };
  // ruleid: javascript/settings/user-without-proof
  Intercom("boot", { app_id: "x", email: user.email });
  // ruleid: javascript/settings/user-without-proof
  const settings = { app_id: "x", email: user.email };
  Intercom("update", settings);
}

function proven(user, hash) {
  // ok: javascript/settings/user-without-proof
  window.intercomSettings = { app_id: "x", user_id: user.id, user_hash: hash };
  // ok: javascript/settings/user-without-proof
  Intercom("boot", { app_id: "x", email: user.email, user_hash: hash });
  // ok: javascript/settings/user-without-proof
  const settings = { app_id: "x" };
  Intercom("update", settings);
}
