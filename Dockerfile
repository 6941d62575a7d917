# The whole of Livetap in one image: console, gateway and embedded services. Data lives in /data; nothing else but /tmp is written,
# so that the root file system may be read-only.
FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY . .
RUN npm ci && npm run build
# Speech weights are part of the image: a container fetches nothing when it starts.
RUN LIVETAP_MODELS=/models node_modules/.bin/tsx packages/speech/scripts/fetch-models.ts
RUN npm prune --omit=dev
# What is in the image, of npm: docker run --rm --entrypoint cat livetap /app/sbom.cdx.json
RUN npm sbom --sbom-format cyclonedx --omit dev > sbom.cdx.json

FROM node:20-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /models /models
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
# The image's user "node", by number: Kubernetes can see that it is not root.
USER 1000:1000
# Outside the container's own loopback a browser needs TLS in front for the microphone: see README, "Behind a reverse proxy".
# The small Whisper is fetched when it is first needed, which this image cannot: name a folder that has it in LIVETAP_MODELS, and set LIVETAP_WHISPER.
ENV HOST=0.0.0.0 PORT=8080 LIVETAP_DATA=/data LIVETAP_MODELS=/models LIVETAP_WHISPER=base NODE_ENV=production HOME=/tmp
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD node -e "fetch('http://127.0.0.1:8080/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
ENTRYPOINT ["tini", "--", "node", "--enable-source-maps", "apps/server/dist/main.js"]
