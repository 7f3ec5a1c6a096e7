# The site as one image. The version is that of .node-version.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# What only the build needs goes again.
RUN npm run build \
 && npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
      vite tailwindcss @tailwindcss/vite @react-router/dev \
 && rm -rf .runtime .tsbuild .react-router e2e testing bench

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/compile-cache
WORKDIR /app
COPY --from=build /app ./
RUN install --directory --owner=node --group=node --mode=0700 /data
# An account without rights; the embedded PostgreSQL, where it is used, runs as it too.
USER node
VOLUME /data
EXPOSE 3000
# Alive, not ready: a database that is away is no reason to start this process anew. Balancers ask /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm in between: SIGTERM reaches the process, which finishes what is under way within 30 s.
STOPSIGNAL SIGTERM
# The flags of scripts/steps/setup.mjs.
CMD ["node", "--heap-growing-percent=200", "--max-semi-space-size=8", "src/main.ts"]
