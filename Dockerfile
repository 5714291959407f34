# Builds the server from source. `docker build -t budget-tool-server .`
# Without arguments the container speaks MCP on standard input; with BUDGET_HTTP=0.0.0.0:8103 it
# serves HTTP. docs/deploy.md shows both.

FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npx -y deno@2.9.6 task build:npm --out /packages
RUN npm install --global --prefix /app --omit=dev --no-audit --no-fund /packages/*.tgz

FROM node:24-bookworm-slim
LABEL io.modelcontextprotocol.server.name=io.github.budget-tools/server
COPY --from=build /app /app
RUN install -d -o node -g node -m 700 /state
ENV BUDGET_STORE=sqlite:/state
VOLUME /state
USER node
EXPOSE 8103
STOPSIGNAL SIGTERM
# Without HTTP, there is no endpoint to check: the server is healthy while its process runs.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s \
  CMD [ -z "$BUDGET_HTTP" ] || /app/bin/budget-tool-server ready
ENTRYPOINT ["/app/bin/budget-tool-server"]
