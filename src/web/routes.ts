import { index, route, type RouteConfig } from "@react-router/dev/routes";

// The dev-only gallery of components is no part of a production build.
const development = import.meta.env.DEV;

export default [
  index("routes/home.tsx"),
  route("search", "routes/search.tsx"),
  route("car/:id?", "routes/car.tsx"),
  route("dealers/:id", "routes/dealer.tsx"),
  route("login", "routes/login.tsx"),
  route("register", "routes/register.tsx"),
  route("forgot-password", "routes/forgot-password.tsx"),
  route("reset-password", "routes/reset-password.tsx"),
  route("verify-email", "routes/verify-email.tsx"),
  route("add-car", "routes/add-car.tsx"),
  route("edit-car/:id", "routes/edit-car.tsx"),
  route("pricing", "routes/pricing.tsx"),
  route("checkout", "routes/checkout.tsx"),
  route("payments", "routes/payments.tsx"),
  route("payment/success", "routes/payment-success.tsx"),
  route("payment/failed", "routes/payment-failed.tsx"),
  route("autosallon-signup", "routes/autosallon-signup.tsx"),
  route("autosallon/success", "routes/autosallon-success.tsx"),
  route("autosallon-dashboard", "routes/autosallon-dashboard.tsx"),
  route("my-publishings", "routes/my-publishings.tsx"),
  route("profile", "routes/profile.tsx"),
  route("admin", "routes/admin.tsx"),
  route("favorites", "routes/favorites.tsx"),
  route("terms", "routes/terms.tsx"),
  route("privacy", "routes/privacy.tsx"),
  route("unsubscribe", "routes/unsubscribe.tsx"),
  ...(development ? [route("_design", "routes/design.tsx")] : []),
  route("sitemap.xml", "routes/sitemap-index.ts"),
  route("sitemap/:file", "routes/sitemap-file.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("manifest.webmanifest", "routes/start-screen.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
