# citevet as a service: docker build -t citevet . && docker run --rm -p 8349:8349 --read-only --tmpfs /tmp -v citevet:/data citevet
# Other machines need a token, made once: docker run --rm --read-only -v citevet:/data citevet serve token add alice
# Other commands: docker run --rm --read-only --tmpfs /tmp -v "$PWD:/work" -w /work citevet check paper.md
FROM python:3.12.11-slim-bookworm AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
COPY packages ./packages
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . ./packages/citevet-base

FROM python:3.12.11-slim-bookworm
LABEL org.opencontainers.image.title="citevet" \
      org.opencontainers.image.description="Vet every citation: does the source exist, and does it say so?" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --find-links /wheels "citevet[serve,mcp,web,base]" \
    && rm -r /wheels \
    && useradd --create-home --uid 10001 citevet \
    && install --directory --owner=citevet /data /work
# All that is written goes to /data and /tmp, so the file system can be read-only.
ENV XDG_DATA_HOME=/data XDG_CACHE_HOME=/data/cache PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001
WORKDIR /work
VOLUME ["/data"]
EXPOSE 8349
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import socket; socket.create_connection(('127.0.0.1', 8349), 3).close()"]
ENTRYPOINT ["citevet"]
CMD ["serve", "--host", "0.0.0.0", "--store", "/data/jobs.sqlite"]
