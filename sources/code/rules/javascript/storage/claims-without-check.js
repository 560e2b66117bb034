import jwtDecode from "jwt-decode";

export function menu(token, settings) {
  // ruleid: javascript/storage/claims-without-check
  if (jwtDecode(token).role === "admin") return "all";
  const claims = jwtDecode(token);
  // ruleid: javascript/storage/claims-without-check
  const groups = claims.groups;
  // ruleid: javascript/storage/claims-without-check
  return claims.permissions || groups;
}

export function expired(token, user) {
  const claims = jwtDecode(token);
  // ok: javascript/storage/claims-without-check
  const isAdmin = user.role === "admin";
  // ok: javascript/storage/claims-without-check
  if (claims.exp < 1) return isAdmin;
  // ok: javascript/storage/claims-without-check
  return user.name;
}
