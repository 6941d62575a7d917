# The whole of Livetap in one image: console, gateway and embedded services. Data lives in /data.
FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY . .
RUN npm ci && npm run build
# Speech weights are part of the image: a container fetches nothing when it starts.
RUN LIVETAP_MODELS=/models node_modules/.bin/tsx packages/speech/scripts/fetch-models.ts
RUN npm prune --omit=dev

FROM node:20-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /models /models
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
# Outside the container's own loopback a browser needs TLS in front for the microphone: see README, "Behind a reverse proxy".
ENV HOST=0.0.0.0 PORT=8080 LIVETAP_DATA=/data LIVETAP_MODELS=/models NODE_ENV=production
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD node -e "fetch('http://127.0.0.1:8080/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps", "apps/server/dist/main.js"]
